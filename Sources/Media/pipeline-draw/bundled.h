#pragma once

/// Makes the libraries use bundled font settings, the bundled default font and the bundled dictionary for Thai, if the
/// package has them. The function must be called before any of these libraries starts. Returns the folder of this
/// program, which must remain readable; without bundled fonts, returns a folder that does not exist.
const char *_Nonnull bundled_use(void);
