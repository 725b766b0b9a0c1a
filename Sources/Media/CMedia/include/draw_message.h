// The messages between the host and pipeline-draw, in addition to those of media.h: texts, and SVG.
#ifndef PIPELINE_DRAW_MESSAGE_H
#define PIPELINE_DRAW_MESSAGE_H

#include <stdint.h>

enum draw_kind {
  /// Host: lay out the text in the passed memory: a `struct media_text`, its fonts, its runs, then its UTF-8;
  /// `bytes` is the total size. `draw.files` font files follow, each in its own memory. Answer: LOADED, with
  /// the restrictions in `draw.told`, or FAILED.
  MEDIA_TYPESET = 14,
  /// Host: find the fonts that draw what the memory passed has, of `bytes`: a `struct media_families`, the
  /// families, each ended by a zero, and letters in UTF-8. With `draw.files`, a font file follows, which comes before
  /// them; its file in the answer is empty. The answer STORED has `draw.list_bytes` there: of
  /// each font its family, its file, and "ascent descent x-height said axes underline thickness" in parts of its size, each ended by a zero; first what the families ask for, then what other
  /// letters need. Or FAILED.
  MEDIA_FIND_FONTS = 15,
  /// Host: write the paths of all font files that were used so far, each ending with a zero byte, into the
  /// passed memory of `bytes` bytes. Answer: STORED with their `draw.list_bytes`, or FAILED.
  MEDIA_LIST_FONTS = 19,
  /// Host: unpack the file passed first, a WOFF or WOFF2 font or gzip data, into the memory passed second, of
  /// `bytes`. Answer: STORED with `draw.list_bytes`, or FAILED.
  MEDIA_UNPACK_FILE = 21,
  /// Host: write the outlines of a font's letters. The font is passed first; the memory that is passed
  /// second, of `bytes`, contains the number of the letters and their code points, each of 32 bits. Answer:
  /// STORED with `draw.list_bytes` of doubles in the memory: the font's units in an em; then for each letter
  /// its advance in these units, or -1 if the font lacks it, the count of its outline's numbers, and these
  /// numbers: an enum media_outline, and its points, with y upwards. Otherwise FAILED.
  MEDIA_OUTLINES = 22,
};

/// The steps of an outline, which have 1, 1, 2 and 3 points.
enum media_outline {
  MEDIA_OUTLINE_MOVE = 1,
  MEDIA_OUTLINE_LINE = 2,
  MEDIA_OUTLINE_CONIC = 3,
  MEDIA_OUTLINE_CUBIC = 4,
};

/// The fields of requests and answers of pipeline-draw only. The most features that are reported as missing.
#define MEDIA_FEATURES 4
/// The most drawings of an SVG in one PNG.
#define MEDIA_DRAWINGS 8

struct draw_message {
  /// In TYPESET and FIND_FONTS, the number of font files that are passed; in its FAILED, the one at fault, from 1, or 0.
  uint32_t files, bad_file;
  /// The remarks about a text, enum media_told; a bit for each font that is not installed; and a bit for each
  /// font whose file lacks some of the axes.
  uint32_t told, missing_fonts, missing_axes;
  /// Features that are missing in all fonts of the letters that request them: their four letters, the first
  /// in the highest byte.
  uint32_t missing_features[MEDIA_FEATURES];
  /// For an SVG's drawings, which LOAD passes as one PNG: how many stand below each other, each as high; the number
  /// of pixels, across and down, for each output pixel; and the edges of each picture, in pixels of the PNG: left,
  /// top, right and bottom.
  uint32_t drawings, step;
  double edges[MEDIA_DRAWINGS][4];
  /// The bytes of the list, including the zero bytes at the ends; or of the file that was unpacked.
  uint64_t list_bytes;
};

/// The maximum length of a font family's name in bytes, including its zero byte.
#define MEDIA_FAMILY 260
/// The maximum length of a list of axes or features in bytes, including its zero byte.
#define MEDIA_SETTINGS 1024
/// The maximum number of fonts, and of runs, of a text.
#define MEDIA_FONTS 32
#define MEDIA_RUNS 1024

/// Left and right are absolute; start and end follow the direction of each paragraph.
enum media_alignment {
  MEDIA_LEFT = 0,
  MEDIA_CENTER = 1,
  MEDIA_RIGHT = 2,
  MEDIA_START = 3,
  MEDIA_END = 4,
};

/// The part of a text that an ellipsis replaces, if the text does not fit.
enum media_ellipsis {
  /// The ellipsis replaces everything after the last line that fits.
  MEDIA_ELLIPSIS_END = 0,
  /// The middle, or the beginning, of one line.
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
  /// A multiple of the font's own line height.
  double line_height;
  /// The size of the picture in pixels.
  uint32_t width, height;
  /// The alignment, an enum media_alignment.
  uint32_t alignment;
  /// The number of fonts and runs that follow, and the number of bytes of text after them.
  uint32_t font_count, run_count, text_bytes;
  /// Bits of enum media_text_part: the parts to paint.
  uint32_t parts;
  /// The ellipsis, an enum media_ellipsis.
  uint32_t ellipsis;
  /// Whether its lines are made about equally wide.
  uint32_t is_balanced;
};

/// The parts of a text's picture, from bottom to top.
enum media_text_part {
  /// Highlights, and strokes outside letters.
  MEDIA_BEHIND_LETTERS = 1,
  MEDIA_LETTERS = 2,
  /// Strokes that are drawn above letters.
  MEDIA_OVER_LETTERS = 4,
};

/// A font that a text uses.
struct media_font {
  /// The number of the passed font file, from 1; 0 for an installed font.
  uint32_t file;
  uint32_t reserved;
  /// The family in UTF-8, ending with a zero byte; empty for the default, or for the only font of the file.
  char family[MEDIA_FAMILY];
  /// The axes, such as "wght=650,wdth=90", ending with a zero byte.
  char axes[MEDIA_SETTINGS];
};

/// A run of a text with the same style. Runs follow each other without gaps.
struct media_run {
  /// The number of bytes of the text that belong to the run.
  uint32_t text_bytes;
  /// The index of the text's font.
  uint32_t font;
  /// The weight, 100…900.
  uint32_t weight;
  uint32_t italic;
  /// The font size, the additional distance of letters, and the height above the baseline, in points.
  double size, letter_spacing, baseline;
  /// The colours in sRGB with straight alpha, 0…1.
  double color[4], highlight[4], stroke[4];
  /// The width of the stroke in points; 0 means none.
  double stroke_width;
  /// Whether the stroke is below the letters, so that only its outer half is visible; otherwise the stroke is
  /// above the letters.
  uint32_t stroke_outside;
  uint32_t reserved;
  /// The features in CSS's notation, "\"tnum\" 1, \"liga\" 0", ending with a zero byte.
  char features[MEDIA_SETTINGS];
};

/// The settings of a search for fonts.
struct media_families {
  /// The weight, 100…900.
  uint32_t weight;
  uint32_t italic;
  /// The width as a percentage of the normal width.
  uint32_t width;
  uint32_t reserved;
  uint32_t names_bytes, letter_bytes;
};

/// The remarks in a text's answer, in `told`.
enum media_told {
  /// A part of the text is outside its box.
  MEDIA_TOLD_CUT = 1,
  /// No font has the letters in `text`, which is UTF-8.
  MEDIA_TOLD_GLYPHS = 2,
  /// Letters have paints of an unsupported kind, so their plain outlines are drawn.
  MEDIA_TOLD_PAINTS = 4,
};

#endif
