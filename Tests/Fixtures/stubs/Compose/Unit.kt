package androidx.compose.ui.unit

// https://developer.android.com/reference/kotlin/androidx/compose/ui/unit/Dp
class Dp(val value: Float)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/unit/package-summary#(kotlin.Int).dp()
val Int.dp: Dp get() = Dp(this.toFloat())
// https://developer.android.com/reference/kotlin/androidx/compose/ui/unit/package-summary#(kotlin.Float).dp()
val Float.dp: Dp get() = Dp(this)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/unit/Density
interface Density {
  val density: Float
  fun Dp.toPx(): Float = value * density
}
