package androidx.compose.ui

// https://developer.android.com/reference/kotlin/androidx/compose/ui/Modifier
interface Modifier { companion object : Modifier }
// https://developer.android.com/reference/kotlin/androidx/compose/ui/package-summary#(androidx.compose.ui.Modifier).zIndex(kotlin.Float)
fun Modifier.zIndex(zIndex: Float): Modifier = if (zIndex.isNaN()) this else this
