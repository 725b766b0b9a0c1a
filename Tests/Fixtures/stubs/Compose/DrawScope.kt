package androidx.compose.ui.graphics.drawscope

import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.geometry.Size
import androidx.compose.ui.graphics.BlendMode
import androidx.compose.ui.graphics.ClipOp
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.graphics.ColorFilter
import androidx.compose.ui.graphics.Matrix
import androidx.compose.ui.graphics.Path
import androidx.compose.ui.unit.Density

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/DrawScopeMarker
@DslMarker
annotation class DrawScopeMarker

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/DrawStyle
open class DrawStyle
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/Fill
object Fill : DrawStyle()

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/DrawScope
@DrawScopeMarker
interface DrawScope : Density {
  val size: Size
  fun drawRect(
    color: Color,
    topLeft: Offset = Offset(0f, 0f),
    size: Size = this.size,
    alpha: Float = 1.0f,
    style: DrawStyle = Fill,
    colorFilter: ColorFilter? = null,
    blendMode: BlendMode = BlendMode.SrcOver
  )
}
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/ContentDrawScope
interface ContentDrawScope : DrawScope { fun drawContent() }
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/DrawTransform
@DrawScopeMarker
interface DrawTransform { fun transform(matrix: Matrix) }

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/package-summary#(androidx.compose.ui.graphics.drawscope.DrawScope).clipPath(androidx.compose.ui.graphics.Path,androidx.compose.ui.graphics.ClipOp,kotlin.Function1)
fun DrawScope.clipPath(path: Path, clipOp: ClipOp = ClipOp.Intersect, block: DrawScope.() -> Unit) {
  if (path.hashCode() != clipOp.hashCode()) block()
}
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/drawscope/package-summary#(androidx.compose.ui.graphics.drawscope.DrawScope).withTransform(kotlin.Function1,kotlin.Function1)
fun DrawScope.withTransform(transformBlock: DrawTransform.() -> Unit, drawBlock: DrawScope.() -> Unit) {
  if (transformBlock.hashCode() != 0) drawBlock()
}
