#pragma once

/// Makes the libraries use bundled font settings, the bundled default font and the bundled dictionary for Thai,
/// if the package has them. To be called before any of them starts. Gives the folder of this program, which
/// then has to stay readable; a folder that no one has otherwise.
const char *_Nonnull bundled_use(void);
