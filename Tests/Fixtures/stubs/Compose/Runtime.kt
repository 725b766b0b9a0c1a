package androidx.compose.runtime

import kotlin.reflect.KProperty

@Target(AnnotationTarget.FUNCTION, AnnotationTarget.TYPE, AnnotationTarget.PROPERTY_GETTER)
annotation class Composable

interface State<T> { val value: T }
operator fun <T> State<T>.getValue(thisObj: Any?, property: KProperty<*>): T = value
