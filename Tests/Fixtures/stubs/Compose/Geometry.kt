package androidx.compose.ui.geometry

// https://developer.android.com/reference/kotlin/androidx/compose/ui/geometry/Offset
class Offset(val x: Float, val y: Float)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/geometry/Size
class Size(val width: Float, val height: Float)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/geometry/Rect
data class Rect(val left: Float, val top: Float, val right: Float, val bottom: Float)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/geometry/CornerRadius
class CornerRadius(val x: Float, val y: Float = x)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/geometry/RoundRect
class RoundRect(val rect: Rect, val cornerRadius: CornerRadius)
