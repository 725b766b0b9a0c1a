package androidx.compose.ui

interface Modifier { companion object : Modifier }
fun Modifier.zIndex(zIndex: Float): Modifier = if (zIndex.isNaN()) this else this
