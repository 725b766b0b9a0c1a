package androidx.compose.ui.graphics

import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Rect
import androidx.compose.ui.geometry.RoundRect
import androidx.compose.ui.unit.Density

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/TransformOrigin
class TransformOrigin(val pivotFractionX: Float, val pivotFractionY: Float)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/Shape
interface Shape
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/ColorFilter
class ColorFilter
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/BlendMode
class BlendMode { companion object { val SrcOver = BlendMode() } }
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/ClipOp
class ClipOp {
  companion object {
    val Difference = ClipOp()
    val Intersect = ClipOp()
  }
}
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/Color; of colour spaces sRGB alone.
class Color(val red: Float, val green: Float, val blue: Float, val alpha: Float = 1f)
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/Matrix
class Matrix(val values: FloatArray = FloatArray(16))

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/Path
interface Path {
  enum class Direction { CounterClockwise, Clockwise }
  fun moveTo(x: Float, y: Float)
  fun lineTo(x: Float, y: Float)
  fun cubicTo(x1: Float, y1: Float, x2: Float, y2: Float, x3: Float, y3: Float)
  fun addOval(oval: Rect, direction: Direction = Direction.CounterClockwise)
  fun addRect(rect: Rect, direction: Direction = Direction.CounterClockwise)
  fun addRoundRect(roundRect: RoundRect, direction: Direction = Direction.CounterClockwise)
  fun close()
}
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/package-summary#Path()
fun Path(): Path = throw UnsupportedOperationException("nothing is drawn")

// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/GraphicsLayerScope
interface GraphicsLayerScope : Density {
  var scaleX: Float
  var scaleY: Float
  var alpha: Float
  var translationX: Float
  var translationY: Float
  var shadowElevation: Float
  var rotationX: Float
  var rotationY: Float
  var rotationZ: Float
  var cameraDistance: Float
  var transformOrigin: TransformOrigin
  var shape: Shape
  var clip: Boolean
}
// https://developer.android.com/reference/kotlin/androidx/compose/ui/graphics/package-summary#(androidx.compose.ui.Modifier).graphicsLayer(kotlin.Function1)
fun Modifier.graphicsLayer(block: GraphicsLayerScope.() -> Unit): Modifier = this.also { check(block.hashCode() == block.hashCode()) }
