package androidx.compose.ui.draw

import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.drawscope.ContentDrawScope
import androidx.compose.ui.graphics.drawscope.DrawScope

// https://developer.android.com/reference/kotlin/androidx/compose/ui/draw/drawBehind.modifier
fun Modifier.drawBehind(onDraw: DrawScope.() -> Unit): Modifier = this.also { check(onDraw.hashCode() == onDraw.hashCode()) }
// https://developer.android.com/reference/kotlin/androidx/compose/ui/draw/drawWithContent.modifier
fun Modifier.drawWithContent(onDraw: ContentDrawScope.() -> Unit): Modifier = this.also { check(onDraw.hashCode() == onDraw.hashCode()) }
