// What the host and pipeline-lottie say to each other beside what media.h has: Lottie files, and archives.
#ifndef PIPELINE_LOTTIE_MESSAGE_H
#define PIPELINE_LOTTIE_MESSAGE_H

#include <stdint.h>

/// The most Lottie files that are kept.
#define MEDIA_LOTTIES 64u
/// Into how many parts a Lottie file's frame is divided.
#define MEDIA_FRAME_PARTS 128

enum lottie_kind {
  /// Host: keep the Lottie file that lies as JSON in the memory passed, of `bytes`, as number
  /// `lottie.scene`, below MEDIA_LOTTIES, in place of the one before. Answer: READY with the engine's name
  /// and version in `text`, or FAILED.
  MEDIA_LOTTIE = 40,
  /// Host: find a file in the .lottie archive that fills the memory passed first, of `bytes`. The memory
  /// passed second holds its names, of `lottie.names_bytes`, each ended by a zero; the first that is there
  /// counts. Answer: LOADED with the file's number in `lottie.file` and its bytes in `lottie.file_bytes`,
  /// FINISHED where there is none, or FAILED.
  MEDIA_FIND = 41,
  /// Host: unpack file `lottie.file` of the archive that is passed first, as with FIND, into the memory
  /// passed second, of the `lottie.file_bytes` that FIND said. Answer: STORED, or FAILED.
  MEDIA_UNPACK = 42,
};

/// What only pipeline-lottie is asked and answers.
struct lottie_message {
  /// The number by which it knows a Lottie file, and that of a file in an archive.
  uint32_t scene, file;
  /// Parts of a frame after the first.
  uint64_t step;
  /// Bytes of the names that are sought, and of the file that has one of them.
  uint64_t names_bytes, file_bytes;
};

#endif
