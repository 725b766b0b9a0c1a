#pragma once

/// Where a package brings the settings of fonts, the font that texts have by default and the dictionary for
/// Thai along, the libraries are told to use them. To be called before any of them starts.
/// Gives the folder of this program, which then has to stay readable; a folder that no one has otherwise.
const char *_Nonnull bundled_use(void);
