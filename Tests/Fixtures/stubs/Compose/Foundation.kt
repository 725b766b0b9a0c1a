package androidx.compose.foundation.shape

import androidx.compose.ui.graphics.Shape
import androidx.compose.ui.unit.Dp

// https://developer.android.com/reference/kotlin/androidx/compose/foundation/shape/RoundedCornerShape
class RoundedCornerShape internal constructor() : Shape
// https://developer.android.com/reference/kotlin/androidx/compose/foundation/shape/package-summary#RoundedCornerShape(androidx.compose.ui.unit.Dp)
fun RoundedCornerShape(size: Dp): RoundedCornerShape = RoundedCornerShape().also { check(size.value >= 0) }
