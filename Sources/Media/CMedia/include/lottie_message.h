// The messages between the host and pipeline-lottie, in addition to the shared messages of media.h: for drawings and
// archives.
#ifndef PIPELINE_LOTTIE_MESSAGE_H
#define PIPELINE_LOTTIE_MESSAGE_H

#include <stdint.h>

/// The number of parts into which a Lottie file's frame is divided.
#define MEDIA_FRAME_PARTS 128

enum lottie_kind {
  /// The host requests a drawing. The memory that is passed first, of `lottie.list_bytes`, contains the commands; the
  /// second, of `lottie.pictures_bytes`, contains the pictures; the third contains the pixels that are drawn over, as
  /// with STORE. The answer is STORED with the engine's name and version in `text`, or FAILED. A command consists of
  /// words of 64 bits in the machine's byte order: first a word with the command's number, an enum lottie_command, in
  /// the lower 32 bits and the number of its arguments in the upper 32 bits; then the arguments, which are doubles. The
  /// pictures consist of their count, the width and height of each picture, and the pixels of all pictures,
  /// premultiplied ARGB32 as in cairo; each number except the pixels is a word of 64 bits.
  MEDIA_LOTTIE = 40,
  /// The host requests the first existing one of several files in the .lottie archive that fills the memory passed
  /// first, of `bytes`. The second memory, of `lottie.names_bytes`, contains the possible names, each ending with a
  /// zero byte. The answer is LOADED with the file's number in `lottie.file` and its size in `lottie.file_bytes`,
  /// FINISHED if no such file exists, or FAILED.
  MEDIA_FIND = 41,
  /// The host requests the unpacked bytes of file `lottie.file` in the archive that is passed first, as with FIND. The
  /// second memory has the `lottie.file_bytes` that FIND reported. The answer is STORED, or FAILED.
  MEDIA_UNPACK = 42,
  /// The host requests the unpacked bytes of the gzip file that fills the memory passed first, of `bytes`, in the
  /// second memory, of `lottie.file_bytes`. The answer is STORED with the number of unpacked bytes in
  /// `lottie.file_bytes`, which is larger than the memory if they do not fit, or FAILED.
  MEDIA_GUNZIP = 43,
  /// The host requests a list of the tar archive that fills the memory passed first, of `bytes`. The second memory
  /// receives MEDIA_TAR_ENTRIES entries, each with the position and the number of its bytes in 64 bits, its type in one
  /// byte, and its name in 255 bytes, ending with a zero byte. The answer is STORED with the number of entries in
  /// `lottie.file`, or FAILED.
  MEDIA_TAR = 44,
};

/// The maximum number of entries of a tar archive, and the bytes of each entry in the list.
#define MEDIA_TAR_ENTRIES 4096
#define MEDIA_TAR_ENTRY_BYTES 272

/// The drawing commands. Lengths are in points of the matrix; colours are not premultiplied, and their channels are
/// from 0 to 1.
enum lottie_command {
  /// The matrix from points to pixels has the arguments a b c d e f, where x′ = a x + c y + e and y′ = b x + d y + f.
  LOTTIE_MATRIX = 1,
  LOTTIE_NEW_PATH = 2,
  /// Arguments: x y
  LOTTIE_MOVE = 3,
  /// Arguments: x y
  LOTTIE_LINE = 4,
  /// Arguments: two handles and a point, x y x y x y
  LOTTIE_CURVE = 5,
  LOTTIE_CLOSE = 6,
  /// Arguments: 1 for even-odd or 0 for nonzero, the operator
  LOTTIE_FILL = 7,
  /// Arguments: width, cap (1 butt, 2 round, 3 square), join (1 miter, 2 round, 3 bevel), miter limit, operator, offset
  /// of the dashes, and any number of dashes and gaps
  LOTTIE_STROKE = 8,
  /// Limits all further drawing to the path, until RESTORE.
  LOTTIE_CLIP = 9,
  LOTTIE_SAVE = 10,
  LOTTIE_RESTORE = 11,
  /// Arguments: red green blue alpha
  LOTTIE_COLOR = 12,
  /// Arguments: x0 y0 x1 y1, and for each stop its offset and colour
  LOTTIE_LINEAR = 13,
  /// Arguments: the focus with its radius and the circle with its radius, x0 y0 r0 x1 y1 r1; and for each stop its
  /// offset and colour
  LOTTIE_RADIAL = 14,
  /// Arguments: the picture's number, width and height of the box from 0 that the picture fills, alpha
  LOTTIE_PICTURE = 15,
  /// The commands up to END or END_MASK are drawn separately, within left top right bottom: whole pixels, which may be
  /// outside the picture, because an effect of the group may move them into the picture.
  LOTTIE_GROUP = 20,
  /// Arguments: alpha, operator
  LOTTIE_END = 21,
  /// Arguments: 1 if the mask is inverted, 1 if luminance is used. The pixels below the group remain where the mask is
  /// opaque.
  LOTTIE_END_MASK = 22,
  /// Arguments: the blur's sigmas in pixels, x y
  LOTTIE_BLUR = 30,
  /// Arguments: red green blue alpha, and offset and sigmas in pixels, dx dy x y
  LOTTIE_SHADOW = 31,
  /// Replaces all colours by the arguments red green blue alpha.
  LOTTIE_FLOOD = 32,
  /// Arguments: the colours for black and for white, and the amount
  LOTTIE_TINT = 33,
  /// Arguments: the colours for black, for middle grey and for white
  LOTTIE_TRITONE = 34,
};

/// The compositing operator of a drawing.
enum lottie_operator {
  LOTTIE_OVER = 0,
  LOTTIE_SOURCE,
  LOTTIE_DEST_IN,
  LOTTIE_DEST_OUT,
  LOTTIE_XOR,
  LOTTIE_ADD,
  LOTTIE_MULTIPLY,
  LOTTIE_SCREEN,
  LOTTIE_OVERLAY,
  LOTTIE_DARKEN,
  LOTTIE_LIGHTEN,
  LOTTIE_COLOR_DODGE,
  LOTTIE_COLOR_BURN,
  LOTTIE_HARD_LIGHT,
  LOTTIE_SOFT_LIGHT,
  LOTTIE_DIFFERENCE,
  LOTTIE_EXCLUSION,
  LOTTIE_HUE,
  LOTTIE_SATURATION,
  LOTTIE_COLORED,
  LOTTIE_LUMINOSITY,
  LOTTIE_OPERATORS,
};

/// The fields that only requests and answers of pipeline-lottie use.
struct lottie_message {
  /// The number of a file in an archive.
  uint32_t file, reserved;
  /// The size in bytes of the drawing commands, and of the pictures.
  uint64_t list_bytes, pictures_bytes;
  /// The size in bytes of the requested names, and of the file that was found.
  uint64_t names_bytes, file_bytes;
};

#endif
