package androidx.compose.ui.unit

class Dp(val value: Float)
val Int.dp: Dp get() = Dp(this.toFloat())
val Float.dp: Dp get() = Dp(this)
interface Density {
  val density: Float
  fun Dp.toPx(): Float = value * density
}
