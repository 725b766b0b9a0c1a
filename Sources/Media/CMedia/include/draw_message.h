// The messages between the host and pipeline-draw, in addition to the shared messages of media.h: for texts and SVG.
#ifndef PIPELINE_DRAW_MESSAGE_H
#define PIPELINE_DRAW_MESSAGE_H

#include <stdint.h>

enum draw_kind {
  /// The host requests the layout of a text. The passed memory contains a `struct media_text`, its fonts, its runs and
  /// its UTF-8, in total `bytes`. `draw.files` font files follow, each in its own memory. The answer is LOADED, with
  /// the text's restrictions in `draw.told`, or FAILED.
  MEDIA_TYPESET = 14,
  /// The host requests the fonts for letters. The passed memory of `bytes` contains a `struct media_families`, the
  /// families, each ending with a zero byte, and the letters in UTF-8. If `draw.files` is set, a font file follows that has
  /// priority over the families; the answer leaves its file name empty. The answer is FAILED, or STORED with
  /// `draw.list_bytes` in the same memory: for each font its family, its file, and "ascent descent x-height said axes
  /// underline thickness" as fractions of its size, each ending with a zero byte. Fonts of the requested families come
  /// first, then fonts for the remaining letters.
  MEDIA_FIND_FONTS = 15,
  /// The host requests the paths of all font files that were used so far, in the passed memory of `bytes` bytes; each
  /// path ends with a zero byte. The answer is STORED with the size of the paths in `draw.list_bytes`, or FAILED.
  MEDIA_LIST_FONTS = 19,
  /// The host requests the unpacked form of a WOFF or WOFF2 font or of gzip data. The file is passed first, and the
  /// memory for the result, of `bytes`, second. The answer is STORED with `draw.list_bytes`, or FAILED.
  MEDIA_UNPACK_FILE = 21,
  /// The host requests the outlines of a font's letters. The font is passed first; the memory that is passed second, of
  /// `bytes`, contains the number of letters and their code points, each in 32 bits. The answer is FAILED, or STORED
  /// with `draw.list_bytes` of doubles in the memory: first the font's units in an em; then for each letter its advance
  /// in these units, or -1 if the font lacks the letter, the count of the numbers in its outline, and these numbers: an
  /// enum media_outline and its points, with y upwards.
  MEDIA_OUTLINES = 22,
};

/// The steps of an outline, which have 1, 1, 2 and 3 points.
enum media_outline {
  MEDIA_OUTLINE_MOVE = 1,
  MEDIA_OUTLINE_LINE = 2,
  MEDIA_OUTLINE_CONIC = 3,
  MEDIA_OUTLINE_CUBIC = 4,
};

/// The struct below has the fields that only requests and answers of pipeline-draw use. MEDIA_FEATURES is the maximum
/// number of features that are reported as missing.
#define MEDIA_FEATURES 4
/// The maximum number of drawings of an SVG in one PNG.
#define MEDIA_DRAWINGS 8

struct draw_message {
  /// The number of font files passed with TYPESET and FIND_FONTS, and, in a FAILED answer, the number from 1 of the
  /// faulty file, or 0.
  uint32_t files, bad_file;
  /// The remarks about a text (enum media_told), a bit for each font that is not installed, and a bit for each font
  /// whose file lacks some of the axes.
  uint32_t told, missing_fonts, missing_axes;
  /// The features that no font of the requesting letters has: the four letters of each feature, the first letter in the
  /// highest byte.
  uint32_t missing_features[MEDIA_FEATURES];
  /// The drawings of an SVG that LOAD passes as one PNG: the number of drawings, which are equally high and one below
  /// the other; the number of the PNG's pixels, across and down, for each output pixel; and the left, top, right and
  /// bottom edge of each picture, in pixels of the PNG.
  uint32_t drawings, step;
  double edges[MEDIA_DRAWINGS][4];
  /// The size in bytes of the list, including the zero bytes at the ends, or of the unpacked file.
  uint64_t list_bytes;
};

/// The maximum length of a font family's name in bytes, including its zero byte.
#define MEDIA_FAMILY 260
/// The maximum length of a list of axes or features in bytes, including its zero byte.
#define MEDIA_SETTINGS 1024
/// The maximum number of fonts in a text, and the maximum number of runs.
#define MEDIA_FONTS 32
#define MEDIA_RUNS 1024

/// The alignment of a text: left and right are absolute; start and end follow the direction of each paragraph.
enum media_alignment {
  MEDIA_LEFT = 0,
  MEDIA_CENTER = 1,
  MEDIA_RIGHT = 2,
  MEDIA_START = 3,
  MEDIA_END = 4,
};

/// The part of a text that an ellipsis replaces if the text does not fit into its box.
enum media_ellipsis {
  /// The ellipsis replaces everything after the last line that fits.
  MEDIA_ELLIPSIS_END = 0,
  /// The ellipsis replaces the middle or the beginning of a text's only line.
  MEDIA_ELLIPSIS_MIDDLE = 1,
  MEDIA_ELLIPSIS_START = 2,
};

/// The settings of a text.
struct media_text {
  /// The size of the text's box, in points.
  double box_width, box_height;
  /// The map from points of the text to the picture's pixels: x' = a x + c y + e, y' = b x + d y + f, as a,
  /// b, c, d, e, f.
  double map[6];
  /// The line height as a multiple of the font's own line height.
  double line_height;
  /// The size of the picture in pixels.
  uint32_t width, height;
  /// The alignment of the text, an enum media_alignment.
  uint32_t alignment;
  /// The number of fonts and of runs that follow, and the number of bytes of text after the runs.
  uint32_t font_count, run_count, text_bytes;
  /// The parts of the text to paint, as bits of enum media_text_part.
  uint32_t parts;
  /// The position of the ellipsis, an enum media_ellipsis.
  uint32_t ellipsis;
  /// Whether the text's lines are made about equally wide.
  uint32_t is_balanced;
};

/// The parts of a text's picture, from bottom to top.
enum media_text_part {
  /// The highlights of a text, and strokes outside its letters.
  MEDIA_BEHIND_LETTERS = 1,
  MEDIA_LETTERS = 2,
  /// The strokes that are drawn above letters.
  MEDIA_OVER_LETTERS = 4,
};

/// A font that a text uses.
struct media_font {
  /// The number of the passed font file, from 1, or 0 for an installed font.
  uint32_t file;
  uint32_t reserved;
  /// The font family in UTF-8, ending with a zero byte; the family is empty for the default font, or for the only font
  /// of the file.
  char family[MEDIA_FAMILY];
  /// The font's axes, such as "wght=650,wdth=90", ending with a zero byte.
  char axes[MEDIA_SETTINGS];
};

/// A run of a text, in which all letters have the same style; runs follow each other without gaps.
struct media_run {
  /// The number of bytes of the text that belong to the run.
  uint32_t text_bytes;
  /// The index of the run's font in the text's fonts.
  uint32_t font;
  /// The font weight, 100…900.
  uint32_t weight;
  uint32_t italic;
  /// The font size, the additional space between letters, and the height above the baseline, in points.
  double size, letter_spacing, baseline;
  /// The run's colours in sRGB with straight alpha, 0…1.
  double color[4], highlight[4], stroke[4];
  /// The width of the run's stroke in points; 0 means no stroke.
  double stroke_width;
  /// Whether the stroke is below the letters, so that only the stroke's outer half is visible; otherwise the stroke is
  /// above the letters.
  uint32_t stroke_outside;
  uint32_t reserved;
  /// The font features in CSS's notation, "\"tnum\" 1, \"liga\" 0", ending with a zero byte.
  char features[MEDIA_SETTINGS];
};

/// The settings of a search for fonts.
struct media_families {
  /// The requested font weight, 100…900.
  uint32_t weight;
  uint32_t italic;
  /// The requested font width as a percentage of the normal width.
  uint32_t width;
  uint32_t reserved;
  uint32_t names_bytes, letter_bytes;
};

/// The remarks about a text in the answer's `told`.
enum media_told {
  /// A part of the text is outside its box.
  MEDIA_TOLD_CUT = 1,
  /// No font has the letters that the answer lists in `text`, in UTF-8.
  MEDIA_TOLD_GLYPHS = 2,
  /// Some letters have paints of an unsupported kind, so the plain outlines of these letters are drawn.
  MEDIA_TOLD_PAINTS = 4,
};

#endif
