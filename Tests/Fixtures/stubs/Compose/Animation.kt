// The part of Compose that exported code uses; this code is only compiled. The signatures come from the pages whose
// addresses are above the declarations, and for keyframes from the source (androidx/androidx,
// compose/animation/animation-core/…/AnimationSpec.kt). No copy of the page was available for the geometry, Shape, Color,
// Matrix, RoundedCornerShape and the size of a Modifier. Kotlin 1.3 has no `fun interface`, no `value class` and no sealed
// class with subclasses like these, and requires `@Composable()` before a type in parentheses.
package androidx.compose.animation.core

import androidx.compose.runtime.Composable
import androidx.compose.runtime.State

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/Easing
interface Easing { fun transform(fraction: Float): Float }
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/CubicBezierEasing
class CubicBezierEasing(private val a: Float, private val b: Float, private val c: Float, private val d: Float) : Easing {
  override fun transform(fraction: Float): Float = a + b + c + d
}
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/package-summary#LinearEasing()
val LinearEasing: Easing = CubicBezierEasing(0f, 0f, 1f, 1f)
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/package-summary#FastOutSlowInEasing()
val FastOutSlowInEasing: Easing = CubicBezierEasing(0.4f, 0.0f, 0.2f, 1.0f)

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/AnimationSpec
interface AnimationSpec<T>
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/FiniteAnimationSpec
interface FiniteAnimationSpec<T> : AnimationSpec<T>
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/DurationBasedAnimationSpec
interface DurationBasedAnimationSpec<T> : FiniteAnimationSpec<T>
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/TweenSpec
class TweenSpec<T>(val durationMillis: Int = 300, val delay: Int = 0, val easing: Easing = FastOutSlowInEasing) :
  DurationBasedAnimationSpec<T>
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/SpringSpec
class SpringSpec<T>(val dampingRatio: Float = 1f, val stiffness: Float = 1500f, val visibilityThreshold: T? = null) :
  FiniteAnimationSpec<T>

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/KeyframeBaseEntity
abstract class KeyframeBaseEntity<T>(internal val value: T, internal var easing: Easing)
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/KeyframesSpecBaseConfig
abstract class KeyframesSpecBaseConfig<T, E : KeyframeBaseEntity<T>> {
  var durationMillis: Int = 300
  var delayMillis: Int = 0
  internal abstract fun createEntityFor(value: T): E
  open infix fun T.at(timeStamp: Int): E = createEntityFor(this).also { check(timeStamp >= 0) }
  infix fun E.using(easing: Easing): E = also { it.easing = easing }
}
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/KeyframesSpec
class KeyframesSpec<T>(val config: KeyframesSpecConfig<T>) : DurationBasedAnimationSpec<T> {
  // https://developer.android.com/reference/kotlin/androidx/compose/animation/core/KeyframesSpec.KeyframeEntity
  class KeyframeEntity<T> internal constructor(value: T, easing: Easing = LinearEasing) : KeyframeBaseEntity<T>(value, easing)
  // https://developer.android.com/reference/kotlin/androidx/compose/animation/core/KeyframesSpec.KeyframesSpecConfig
  class KeyframesSpecConfig<T> : KeyframesSpecBaseConfig<T, KeyframeEntity<T>>() {
    override fun createEntityFor(value: T): KeyframeEntity<T> = KeyframeEntity(value)
    @Deprecated("Use version that returns an instance of the entity so it can be re-used in other keyframe builders.")
    infix fun KeyframeEntity<T>.with(easing: Easing) { this.easing = easing }
  }
}

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/package-summary#tween(kotlin.Int,kotlin.Int,androidx.compose.animation.core.Easing)
fun <T> tween(durationMillis: Int = 300, delayMillis: Int = 0, easing: Easing = FastOutSlowInEasing): TweenSpec<T> =
  TweenSpec(durationMillis, delayMillis, easing)
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/package-summary#spring(kotlin.Float,kotlin.Float,kotlin.Any)
fun <T> spring(dampingRatio: Float = 1f, stiffness: Float = 1500f, visibilityThreshold: T? = null): SpringSpec<T> =
  SpringSpec(dampingRatio, stiffness, visibilityThreshold)
// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/package-summary#keyframes(kotlin.Function1)
fun <T> keyframes(init: KeyframesSpec.KeyframesSpecConfig<T>.() -> Unit): KeyframesSpec<T> =
  KeyframesSpec(KeyframesSpec.KeyframesSpecConfig<T>().apply(init))

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/Transition
class Transition<S> internal constructor(val currentState: S, val targetState: S) {
  // https://developer.android.com/reference/kotlin/androidx/compose/animation/core/Transition.Segment
  interface Segment<S> {
    val initialState: S
    val targetState: S
  }
}

// https://developer.android.com/reference/kotlin/androidx/compose/animation/core/animateFloat.composable
@Composable
inline fun <S> Transition<S>.animateFloat(
  noinline transitionSpec: @Composable() (Transition.Segment<S>.() -> FiniteAnimationSpec<Float>) = { spring() },
  label: String = "FloatAnimation",
  targetValueByState: @Composable() (state: S) -> Float
): State<Float> {
  val shown = targetValueByState(targetState)
  check(label != "" || transitionSpec.hashCode() != 0)
  return object : State<Float> { override val value: Float get() = shown }
}
