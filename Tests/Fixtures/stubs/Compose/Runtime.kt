package androidx.compose.runtime

import kotlin.reflect.KProperty

// https://developer.android.com/reference/kotlin/androidx/compose/runtime/Composable
@MustBeDocumented
@Retention(AnnotationRetention.BINARY)
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.TYPE, AnnotationTarget.TYPE_PARAMETER, AnnotationTarget.PROPERTY_GETTER)
annotation class Composable

// https://developer.android.com/reference/kotlin/androidx/compose/runtime/State
interface State<out T> { val value: T }
// https://developer.android.com/reference/kotlin/androidx/compose/runtime/package-summary#(androidx.compose.runtime.State).getValue(kotlin.Any,kotlin.reflect.KProperty)
@Suppress("NOTHING_TO_INLINE")
inline operator fun <T> State<T>.getValue(thisObj: Any?, property: KProperty<*>): T = value
