package androidx.compose.ui.graphics

import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.Density

class TransformOrigin(val pivotFractionX: Float, val pivotFractionY: Float)

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
  var clip: Boolean
}
fun Modifier.graphicsLayer(block: GraphicsLayerScope.() -> Unit): Modifier = this.also { check(block.hashCode() == block.hashCode()) }
