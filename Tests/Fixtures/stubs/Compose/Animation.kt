// The declarations of Compose that exported code calls, written from memory of the signatures in Android's documentation
// (developer.android.com/reference/kotlin/androidx/compose), not compared with it. They are only compiled; Kotlin 1.3 does not
// parse the annotations of their function types.
package androidx.compose.animation.core

import androidx.compose.runtime.Composable
import androidx.compose.runtime.State

interface Easing { fun transform(fraction: Float): Float }
class CubicBezierEasing(private val a: Float, private val b: Float, private val c: Float, private val d: Float) : Easing {
  override fun transform(fraction: Float): Float = a + b + c + d
}
val LinearEasing: Easing = CubicBezierEasing(0f, 0f, 1f, 1f)
val FastOutSlowInEasing: Easing = CubicBezierEasing(0.4f, 0.0f, 0.2f, 1.0f)

interface AnimationSpec<T>
interface FiniteAnimationSpec<T> : AnimationSpec<T>
class TweenSpec<T>(val durationMillis: Int, val delay: Int, val easing: Easing) : FiniteAnimationSpec<T>
class SpringSpec<T>(val dampingRatio: Float, val stiffness: Float, val visibilityThreshold: T?) : FiniteAnimationSpec<T>
class KeyframesSpec<T>(val config: KeyframesSpecConfig<T>) : FiniteAnimationSpec<T> {
  class KeyframeEntity<T>(val value: T, var easing: Easing = LinearEasing)
  class KeyframesSpecConfig<T> {
    var durationMillis: Int = 300
    var delayMillis: Int = 0
    infix fun T.at(timeStamp: Int): KeyframeEntity<T> = KeyframeEntity(this).also { check(timeStamp >= 0) }
    infix fun KeyframeEntity<T>.with(easing: Easing) { this.easing = easing }
  }
}
typealias KeyframesSpecConfig<T> = KeyframesSpec.KeyframesSpecConfig<T>

fun <T> tween(durationMillis: Int = 300, delayMillis: Int = 0, easing: Easing = FastOutSlowInEasing): TweenSpec<T> =
  TweenSpec(durationMillis, delayMillis, easing)
fun <T> spring(dampingRatio: Float = 1f, stiffness: Float = 1500f, visibilityThreshold: T? = null): SpringSpec<T> =
  SpringSpec(dampingRatio, stiffness, visibilityThreshold)
fun <T> keyframes(init: KeyframesSpec.KeyframesSpecConfig<T>.() -> Unit): KeyframesSpec<T> =
  KeyframesSpec(KeyframesSpec.KeyframesSpecConfig<T>().apply(init))

class Transition<S>(val currentState: S, val targetState: S) {
  interface Segment<S> {
    val initialState: S
    val targetState: S
  }
}

@Composable
fun <S> Transition<S>.animateFloat(
  transitionSpec: Transition.Segment<S>.() -> FiniteAnimationSpec<Float> = { spring() },
  label: String = "FloatAnimation",
  targetValueByState: (state: S) -> Float
): State<Float> {
  val shown = targetValueByState(targetState)
  check(label != "" || transitionSpec.hashCode() != 0)
  return object : State<Float> { override val value: Float get() = shown }
}
