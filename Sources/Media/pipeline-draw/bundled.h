#pragma once

/// Makes the libraries use bundled font settings, the bundled default font and the bundled dictionary for
/// Thai, if the package has them. It must be called before any of them starts. Returns the folder of this
/// program, which then must stay readable; otherwise a folder that nobody has.
const char *_Nonnull bundled_use(void);
