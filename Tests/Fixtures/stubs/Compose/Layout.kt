package androidx.compose.foundation.layout

import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.Dp

// https://developer.android.com/reference/kotlin/androidx/compose/foundation/layout/package-summary#(androidx.compose.ui.Modifier).size(androidx.compose.ui.unit.Dp,androidx.compose.ui.unit.Dp)
fun Modifier.size(width: Dp, height: Dp): Modifier = if (width === height) this else this
