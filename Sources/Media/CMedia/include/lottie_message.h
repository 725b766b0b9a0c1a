// The messages between the host and pipeline-lottie, in addition to those of media.h: drawings, and archives.
#ifndef PIPELINE_LOTTIE_MESSAGE_H
#define PIPELINE_LOTTIE_MESSAGE_H

#include <stdint.h>

/// The number of parts into which a Lottie file's frame is divided.
#define MEDIA_FRAME_PARTS 128

enum lottie_kind {
  /// Host: draw the commands in the memory that is passed first, of `lottie.list_bytes`, with the pictures in
  /// the second memory, of `lottie.pictures_bytes`, over the pixels in the third, as with STORE. Answer:
  /// STORED with the engine's name and version in `text`, or FAILED. Commands are words of 64 bits in the
  /// machine's byte order: first a word with the command's number, an enum lottie_command, in the lower 32
  /// bits and the number of its arguments in the upper ones; then the arguments, which are doubles. Pictures
  /// are their count, the width and height of each, and then the pixels of all, premultiplied ARGB32 as in
  /// cairo; each number except the pixels is a word of 64 bits.
  MEDIA_LOTTIE = 40,
  /// Host: find a file in the .lottie archive that fills the memory passed first, of `bytes`. The second
  /// memory contains the possible names, of `lottie.names_bytes`, each ending with a zero byte; the first
  /// existing one counts. Answer: LOADED with the file's number in `lottie.file` and its bytes in
  /// `lottie.file_bytes`, FINISHED if there is none, or FAILED.
  MEDIA_FIND = 41,
  /// Host: unpack file `lottie.file` of the archive that is passed first, as with FIND, into the second
  /// memory, of the `lottie.file_bytes` from FIND. Answer: STORED, or FAILED.
  MEDIA_UNPACK = 42,
  /// Host: unpack the gzip file that fills the memory passed first, of `bytes`, into the second memory, of
  /// `lottie.file_bytes`. Answer: STORED with the number of its bytes in `lottie.file_bytes`, which is too
  /// large if they do not fit, or FAILED.
  MEDIA_GUNZIP = 43,
  /// Host: list the tar archive that fills the memory passed first, of `bytes`, in the second memory:
  /// MEDIA_TAR_ENTRIES entries, each with the position and the number of its bytes in 64 bits, its type in
  /// one byte, and its name in 255 bytes, ending with a zero byte. Answer: STORED with their number in
  /// `lottie.file`, or FAILED.
  MEDIA_TAR = 44,
};

/// The most entries of a tar archive, and the bytes of each in its list.
#define MEDIA_TAR_ENTRIES 4096
#define MEDIA_TAR_ENTRY_BYTES 272

/// The drawing commands. Lengths are in points of the matrix, colours are not premultiplied, all from 0 to 1.
enum lottie_command {
  /// From points to pixels: a b c d e f, where x′ = a x + c y + e and y′ = b x + d y + f.
  LOTTIE_MATRIX = 1,
  LOTTIE_NEW_PATH = 2,
  /// Arguments: x y
  LOTTIE_MOVE = 3,
  /// Arguments: x y
  LOTTIE_LINE = 4,
  /// Two handles and a point: x y x y x y
  LOTTIE_CURVE = 5,
  LOTTIE_CLOSE = 6,
  /// Arguments: 1 for even-odd or 0, the operator
  LOTTIE_FILL = 7,
  /// Width, cap (1 butt, 2 round, 3 square), join (1 miter, 2 round, 3 bevel), miter limit, operator, offset
  /// of the dashes, and any number of dashes and gaps
  LOTTIE_STROKE = 8,
  /// Limits all further drawing to the path, until RESTORE.
  LOTTIE_CLIP = 9,
  LOTTIE_SAVE = 10,
  LOTTIE_RESTORE = 11,
  /// Red green blue alpha
  LOTTIE_COLOR = 12,
  /// x0 y0 x1 y1, and for each stop its offset and colour
  LOTTIE_LINEAR = 13,
  /// Focus, its radius, circle, its radius: x0 y0 r0 x1 y1 r1; and for each stop its offset and colour
  LOTTIE_RADIAL = 14,
  /// Number of the picture, width and height of the box from 0 that it fills, alpha
  LOTTIE_PICTURE = 15,
  /// The commands up to END or END_MASK are drawn separately, within left top right bottom: whole pixels, which may lie
  /// outside the picture, since an effect of the group may bring them into it.
  LOTTIE_GROUP = 20,
  /// Arguments: alpha, operator
  LOTTIE_END = 21,
  /// Whether inverted, whether by luminance: the pixels below the group remain where the mask is opaque.
  LOTTIE_END_MASK = 22,
  /// Sigmas in pixels: x y
  LOTTIE_BLUR = 30,
  /// Red green blue alpha, offset and sigmas in pixels: dx dy x y
  LOTTIE_SHADOW = 31,
  /// Replaces all colours by red green blue alpha.
  LOTTIE_FLOOD = 32,
  /// Colours of black and of white, amount
  LOTTIE_TINT = 33,
  /// Colours of black, of the middle and of white
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

/// The fields of requests and answers of pipeline-lottie only.
struct lottie_message {
  /// The number of a file in an archive.
  uint32_t file, reserved;
  /// The number of bytes that the drawing commands and the pictures occupy.
  uint64_t list_bytes, pictures_bytes;
  /// The bytes of the names that are searched for, and of the file with one of them.
  uint64_t names_bytes, file_bytes;
};

#endif
