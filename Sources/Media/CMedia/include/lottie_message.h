// The messages between the host and pipeline-lottie, in addition to those of media.h: drawings, and archives.
#ifndef PIPELINE_LOTTIE_MESSAGE_H
#define PIPELINE_LOTTIE_MESSAGE_H

#include <stdint.h>

/// Into how many parts a Lottie file's frame is divided.
#define MEDIA_FRAME_PARTS 128

enum lottie_kind {
  /// Host: draw the commands in the memory passed first, of `lottie.list_bytes`, with the pictures in the
  /// memory passed second, of `lottie.pictures_bytes`, over the pixels in the memory passed third, as with
  /// STORE. Answer: STORED with the engine's name and version in `text`, or FAILED.
  ///
  /// Commands are words of 64 bits, in the machine's order: of each first its number, an enum lottie_command,
  /// in the lower 32 bits and how many numbers follow in the upper; then those, doubles. Pictures are their
  /// count, for each its width and height, and then the pixels of all, premultiplied ARGB32 as in cairo; a word
  /// of 64 bits each but for the pixels.
  MEDIA_LOTTIE = 40,
  /// Host: find a file in the .lottie archive that fills the memory passed first, of `bytes`. The memory passed
  /// second contains its names, of `lottie.names_bytes`, each ended by a zero; the first that exists counts.
  /// Answer: LOADED with the file's number in `lottie.file` and its bytes in `lottie.file_bytes`, FINISHED if
  /// there is none, or FAILED.
  MEDIA_FIND = 41,
  /// Host: unpack file `lottie.file` of the archive that is passed first, as with FIND, into the memory
  /// passed second, of the `lottie.file_bytes` that FIND said. Answer: STORED, or FAILED.
  MEDIA_UNPACK = 42,
  /// Host: unpack the gzip file that fills the memory passed first, of `bytes`, into the memory passed
  /// second, of `lottie.file_bytes`. Answer: STORED with the bytes that it has in `lottie.file_bytes`,
  /// which are more than there is room for when they do not fit, or FAILED.
  MEDIA_GUNZIP = 43,
  /// Host: list the tar archive that fills the memory passed first, of `bytes`, in the memory passed
  /// second: MEDIA_TAR_ENTRIES entries, each the place and the number of its bytes in 64 bits, its type in
  /// one byte, and its name in 255, ended by a zero. Answer: STORED with their number in `lottie.file`, or
  /// FAILED.
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
  /// x y
  LOTTIE_MOVE = 3,
  /// x y
  LOTTIE_LINE = 4,
  /// Two handles and a point: x y x y x y
  LOTTIE_CURVE = 5,
  LOTTIE_CLOSE = 6,
  /// Whether even-odd, operator
  LOTTIE_FILL = 7,
  /// Width, cap (1 butt, 2 round, 3 square), join (1 miter, 2 round, 3 bevel), miter limit, operator, offset
  /// of the dashes, and any number of dashes and gaps
  LOTTIE_STROKE = 8,
  /// Nothing outside of the path is drawn, until RESTORE.
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
  /// The commands up to END or END_MASK are drawn separately, within left top right bottom, whole pixels.
  LOTTIE_GROUP = 20,
  /// Alpha, operator
  LOTTIE_END = 21,
  /// Whether inverted, whether by luminance: the pixels below the group remain where the mask is opaque.
  LOTTIE_END_MASK = 22,
  /// Sigmas in pixels: x y
  LOTTIE_BLUR = 30,
  /// Red green blue alpha, offset and sigmas in pixels: dx dy x y
  LOTTIE_SHADOW = 31,
  /// Red green blue alpha take the place of all colours.
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
  /// Bytes of commands and of pictures.
  uint64_t list_bytes, pictures_bytes;
  /// Bytes of the names that are sought, and of the file that has one of them.
  uint64_t names_bytes, file_bytes;
};

#endif
