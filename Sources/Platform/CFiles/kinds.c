// Determines the kind of a file by its first bytes and, for a few kinds, by its last bytes.
#define _GNU_SOURCE
#include "kinds.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct mark {
  size_t place;
  size_t count;
  const char *bytes;
};

struct kind {
  const char *name;
  struct mark marks[3];
};

struct read_kind {
  struct kind kind;
  enum kind_use use;
  /// The usual file extension of files of this kind.
  const char *ending;
};

#define MARK(place, bytes) {place, sizeof(bytes) - 1, bytes}
/// A position that means that a signature may be anywhere at the beginning of a file.
#define ANYWHERE (~(size_t)0)
#define PNG "\x89PNG\r\n\x1A\n"

/// The kinds that are recognised by signatures; a kind with two signatures precedes kinds with only one of
/// them.
static const struct kind kinds[] = {
    // The signatures of picture files.
    {"a JPEG 2000 picture", {MARK(0, "\0\0\0\x0CjP  \r\n\x87\n")}},
    {"a JPEG 2000 picture", {MARK(0, "\xFF\x4F\xFF\x51")}},
    {"a JPEG XL picture", {MARK(0, "\0\0\0\x0CJXL \r\n\x87\n")}},
    {"a JPEG XL picture", {MARK(0, "\xFF\x0A")}},
    {"a JPEG XR picture", {MARK(0, "II\xBC")}},
    {"a JPEG-LS picture", {MARK(0, "\xFF\xD8\xFF\xF7")}},
    {"an SGI picture", {MARK(0, "\x01\xDA\0")}},
    {"an SGI picture", {MARK(0, "\x01\xDA\1")}},
    {"a DPX picture", {MARK(0, "SDPX")}},
    {"a DPX picture", {MARK(0, "XPDS")}},
    {"a Cineon picture", {MARK(0, "\x80\x2A\x5F\xD7")}},
    {"an OpenEXR picture", {MARK(0, "\x76\x2F\x31\x01")}},
    {"a Photoshop file (PSD or PSB)", {MARK(0, "8BPS")}},
    {"a Radiance HDR picture", {MARK(0, "#?RADIANCE")}},
    {"a Radiance HDR picture", {MARK(0, "#?RGBE")}},
    {"a DDS texture", {MARK(0, "DDS ")}},
    {"a KTX texture", {MARK(0, "\xABKTX ")}},
    {"a GIMP file (XCF)", {MARK(0, "gimp xcf")}},
    {"a Windows metafile (WMF)", {MARK(0, "\xD7\xCD\xC6\x9A")}},
    {"a Windows metafile (WMF)", {MARK(0, "\1\0\x09\0\0\3")}},
    {"a Windows metafile (EMF)", {MARK(0, "\1\0\0\0"), MARK(40, " EMF")}},
    {"a camera's raw picture (CR2)", {MARK(0, "II*\0"), MARK(8, "CR\2")}},
    {"a camera's raw picture (CR3)", {MARK(4, "ftypcrx ")}},
    {"a camera's raw picture (RAF)", {MARK(0, "FUJIFILMCCD-RAW")}},
    {"a camera's raw picture (ORF)", {MARK(0, "IIRO")}},
    {"a camera's raw picture (ORF)", {MARK(0, "IIRS")}},
    {"a camera's raw picture (ORF)", {MARK(0, "MMOR")}},
    {"a camera's raw picture (RW2)", {MARK(0, "IIU\0")}},
    {"a camera's raw picture (X3F)", {MARK(0, "FOVb")}},
    {"a camera's raw picture (MRW)", {MARK(0, "\0MRM")}},
    {"an Adobe Illustrator file (AI)", {MARK(0, "%PDF-"), MARK(ANYWHERE, "Illustrator")}},
    {"a PDF file", {MARK(0, "%PDF-")}},
    {"an Adobe Illustrator file (AI)", {MARK(0, "%!PS-Adobe"), MARK(ANYWHERE, "Illustrator")}},
    {"an EPS or PostScript file", {MARK(0, "%!PS")}},
    {"an EPS or PostScript file", {MARK(0, "\xC5\xD0\xD3\xC6")}},
    {"a CorelDRAW file", {MARK(0, "RIFF"), MARK(8, "CDR")}},
    {"an XPM picture", {MARK(0, "/* XPM */")}},
    {"an Apple icon (ICNS)", {MARK(0, "icns")}},
    {"a JNG picture", {MARK(0, "\x8BJNG\r\n\x1A\n")}},
    {"an MNG animation", {MARK(0, "\x8AMNG\r\n\x1A\n")}},
    {"a FLIF picture", {MARK(0, "FLIF")}},
    {"a BPG picture", {MARK(0, "BPG\xFB")}},
    {"a farbfeld picture", {MARK(0, "farbfeld")}},
    {"a FITS picture", {MARK(0, "SIMPLE  =")}},
    {"a DICOM picture", {MARK(128, "DICM")}},
    {"a DjVu file", {MARK(0, "AT&TFORM")}},
    {"an IFF picture", {MARK(0, "FORM"), MARK(8, "ILBM")}},
    {"an IFF picture", {MARK(0, "FORM"), MARK(8, "PBM ")}},
    {"a Sun raster picture", {MARK(0, "\x59\xA6\x6A\x95")}},
    // The signatures of moving pictures.
    {"an ASF file (WMV or WMA)", {MARK(0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11")}},
    {"a Flash video (FLV)", {MARK(0, "FLV\1")}},
    {"a Flash animation (SWF)", {MARK(0, "FWS")}},
    {"a Flash animation (SWF)", {MARK(0, "CWS")}},
    {"a Flash animation (SWF)", {MARK(0, "ZWS")}},
    {"a RealMedia file", {MARK(0, ".RMF")}},
    {"an MPEG program stream (MPG)", {MARK(0, "\0\0\1\xBA")}},
    {"a bare MPEG video stream", {MARK(0, "\0\0\1\xB3")}},
    {"a bare DV stream", {MARK(0, "\x1F\x07\0")}},
    {"an MXF file", {MARK(0, "\x06\x0E\x2B\x34\x02\x05\x01\x01\x0D\x01\x02\x01")}},
    {"a GXF file", {MARK(0, "\0\0\0\0\1\xBC")}},
    {"a NUT file", {MARK(0, "nut/multimedia container")}},
    {"a Bink video", {MARK(0, "BIK")}},
    {"a Smacker video", {MARK(0, "SMK")}},
    {"a FLIC animation", {MARK(4, "\x11\xAF")}},
    {"a FLIC animation", {MARK(4, "\x12\xAF")}},
    {"a camera's raw video (R3D)", {MARK(4, "RED1")}},
    {"a camera's raw video (R3D)", {MARK(4, "RED2")}},
    // The signatures of sound files.
    {"an AMR sound", {MARK(0, "#!AMR")}},
    {"a Monkey's Audio sound (APE)", {MARK(0, "MAC ")}},
    {"a WavPack sound", {MARK(0, "wvpk")}},
    {"a TTA sound", {MARK(0, "TTA1")}},
    {"a TAK sound", {MARK(0, "tBaK")}},
    {"a Musepack sound", {MARK(0, "MPCK")}},
    {"a Musepack sound", {MARK(0, "MP+")}},
    {"a Shorten sound", {MARK(0, "ajkg")}},
    {"a DSD sound (DSF)", {MARK(0, "DSD ")}},
    {"a DSD sound (DFF)", {MARK(0, "FRM8")}},
    {"a Sun sound (AU)", {MARK(0, ".snd")}},
    {"a MIDI file", {MARK(0, "MThd")}},
    {"a VOC sound", {MARK(0, "Creative Voice File")}},
    {"a RealAudio sound", {MARK(0, ".ra\xFD")}},
    {"an 8SVX sound", {MARK(0, "FORM"), MARK(8, "8SVX")}},
    {"a tracker's module (XM)", {MARK(0, "Extended Module:")}},
    {"a tracker's module (IT)", {MARK(0, "IMPM")}},
    {"a tracker's module (MOD)", {MARK(1080, "M.K.")}},
    {"an AC-3 sound", {MARK(0, "\x0B\x77")}},
    {"a DTS sound", {MARK(0, "\x7F\xFE\x80\x01")}},
    // The signatures of other programs' project files.
    {"an After Effects project", {MARK(0, "RIFX"), MARK(8, "Egg!")}},
    {"a Rive animation", {MARK(0, "RIVE")}},
    {"a Figma file", {MARK(0, "fig-kiwi")}},
    {"a Blender file", {MARK(0, "BLENDER")}},
    {"a glTF model", {MARK(0, "glTF")}},
    {"an Affinity file", {MARK(0, "\0\xFFKA")}},
    {"an InDesign file", {MARK(0, "\6\6\xED\xF5\xD8\x1D\x46\xE5")}},
    {"a Krita file", {MARK(0, "PK\3\4"), MARK(38, "application/x-krita")}},
    {"an OpenRaster picture", {MARK(0, "PK\3\4"), MARK(38, "image/openraster")}},
    {"an OpenDocument file", {MARK(0, "PK\3\4"), MARK(38, "application/vnd.oasis")}},
    {"an electronic book (EPUB)", {MARK(0, "PK\3\4"), MARK(38, "application/epub+zip")}},
    {"a Word document (DOCX)", {MARK(0, "PK\3\4"), MARK(ANYWHERE, "word/")}},
    {"an Excel sheet (XLSX)", {MARK(0, "PK\3\4"), MARK(ANYWHERE, "xl/w")}},
    {"a PowerPoint file (PPTX)", {MARK(0, "PK\3\4"), MARK(ANYWHERE, "ppt/")}},
    {"an old Office file (DOC, XLS or PPT)", {MARK(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")}},
    // The signatures of archives, programs and web pages.
    {"a ZIP archive", {MARK(0, "PK\3\4")}},
    {"a gzip archive", {MARK(0, "\x1F\x8B")}},
    {"a bzip2 archive", {MARK(0, "BZh"), MARK(4, "1AY&SY")}},
    {"an xz archive", {MARK(0, "\xFD" "7zXZ")}},
    {"a Zstandard archive", {MARK(0, "\x28\xB5\x2F\xFD")}},
    {"a 7-Zip archive", {MARK(0, "7z\xBC\xAF\x27\x1C")}},
    {"a RAR archive", {MARK(0, "Rar!\x1A\7")}},
    {"a TAR archive", {MARK(257, "ustar")}},
    {"a program or a library (ELF)", {MARK(0, "\x7F" "ELF")}},
    {"a database (SQLite)", {MARK(0, "SQLite format 3")}},
    {"a web page (HTML)", {MARK(0, "<!DOCTYPE html")}},
    {"a web page (HTML)", {MARK(0, "<!doctype html")}},
    {"a web page (HTML)", {MARK(0, "<html")}},
};

/// The kinds of files that the program can read in some place.
static const struct read_kind read_kinds[] = {
    // An animated PNG or WebP is recognised by a chunk that may be anywhere at the beginning of the file.
    {{"a PNG picture", {MARK(0, PNG), MARK(ANYWHERE, "acTL")}}, KIND_ANIMATION, "apng"},
    {{"a PNG picture", {MARK(0, PNG)}}, KIND_PICTURE, "png"},
    {{"a JPEG picture", {MARK(0, "\xFF\xD8\xFF")}}, KIND_PICTURE, "jpg"},
    {{"a WebP picture", {MARK(0, "RIFF"), MARK(8, "WEBP"), MARK(ANYWHERE, "ANIM")}}, KIND_ANIMATION, "webp"},
    {{"a WebP picture", {MARK(0, "RIFF"), MARK(8, "WEBP")}}, KIND_PICTURE, "webp"},
    {{"a GIF picture", {MARK(0, "GIF8")}}, KIND_ANIMATION, "gif"},
    {{"a TIFF picture", {MARK(0, "II*\0")}}, KIND_PICTURE, "tiff"},
    {{"a TIFF picture", {MARK(0, "MM\0*")}}, KIND_PICTURE, "tiff"},
    {{"a QOI picture", {MARK(0, "qoif")}}, KIND_PICTURE, "qoi"},
    {{"a BMP picture", {MARK(0, "BM"), MARK(6, "\0\0\0\0")}}, KIND_PICTURE, "bmp"},
    {{"a HEIC picture", {MARK(4, "ftyphei")}}, KIND_PICTURE, "heic"},
    {{"a HEIC picture", {MARK(4, "ftypmif1")}}, KIND_PICTURE, "heic"},
    {{"an AVIF picture", {MARK(4, "ftypavi")}}, KIND_PICTURE, "avif"},
    {{"an SVG picture", {MARK(0, "<svg")}}, KIND_DRAWING, "svg"},
    {{"an SVG picture", {MARK(0, "<?xml"), MARK(ANYWHERE, "<svg")}}, KIND_DRAWING, "svg"},
    {{"a WAV sound", {MARK(0, "RIFF"), MARK(8, "WAVE")}}, KIND_SOUND, "wav"},
    {{"an AVI video", {MARK(0, "RIFF"), MARK(8, "AVI ")}}, KIND_VIDEO, "avi"},
    {{"a FLAC sound", {MARK(0, "fLaC")}}, KIND_SOUND, "flac"},
    {{"an AIFF sound", {MARK(0, "FORM"), MARK(8, "AIF")}}, KIND_SOUND, "aiff"},
    {{"a CAF sound", {MARK(0, "caff")}}, KIND_SOUND, "caf"},
    {{"an MP3 sound", {MARK(0, "ID3")}}, KIND_SOUND, "mp3"},
    {{"an MP3 sound", {MARK(0, "\xFF\xFB")}}, KIND_SOUND, "mp3"},
    {{"an M4A sound", {MARK(4, "ftypM4A")}}, KIND_SOUND, "m4a"},
    {{"a MOV video", {MARK(4, "ftypqt")}}, KIND_VIDEO, "mov"},
    {{"an MP4 file", {MARK(4, "ftyp")}}, KIND_VIDEO, "mp4"},
    {{"a MOV video", {MARK(4, "moov")}}, KIND_VIDEO, "mov"},
    {{"a Matroska or WebM file", {MARK(0, "\x1A\x45\xDF\xA3")}}, KIND_VIDEO, "mkv"},
    {{"an Ogg file", {MARK(0, "OggS"), MARK(ANYWHERE, "theora")}}, KIND_VIDEO, "ogv"},
    {{"an Ogg file", {MARK(0, "OggS")}}, KIND_SOUND, "ogg"},
    {{"a Y4M video", {MARK(0, "YUV4MPEG2")}}, KIND_VIDEO, "y4m"},
    {{"an IVF video", {MARK(0, "DKIF")}}, KIND_VIDEO, "ivf"},
    {{"an MPEG transport stream", {MARK(0, "G"), MARK(188, "G"), MARK(376, "G")}}, KIND_VIDEO, "ts"},
    {{"a web font", {MARK(0, "wOFF")}}, KIND_FONT, "woff"},
    {{"a web font", {MARK(0, "wOF2")}}, KIND_FONT, "woff2"},
    {{"an OpenType font", {MARK(0, "OTTO")}}, KIND_FONT, "otf"},
    {{"a collection of fonts", {MARK(0, "ttcf")}}, KIND_FONT, "ttc"},
    {{"a TrueType font", {MARK(0, "\0\1\0\0\0")}}, KIND_FONT, "ttf"},
    {{"a TrueType font", {MARK(0, "true")}}, KIND_FONT, "ttf"},
};

/// The kinds by file extension, for files that are not recognised by their bytes.
static const struct {
  const char *ending;
  enum kind_use use;
} endings[] = {
    {"aac", KIND_SOUND},    {"aif", KIND_SOUND},     {"aifc", KIND_SOUND},   {"aiff", KIND_SOUND},
    {"apng", KIND_ANIMATION}, {"avi", KIND_VIDEO},   {"avif", KIND_PICTURE}, {"bmp", KIND_PICTURE},
    {"caf", KIND_SOUND},    {"dib", KIND_PICTURE},   {"flac", KIND_SOUND},   {"gif", KIND_ANIMATION},
    {"heic", KIND_PICTURE}, {"heif", KIND_PICTURE},  {"ivf", KIND_VIDEO},    {"jfif", KIND_PICTURE},
    {"jpe", KIND_PICTURE},  {"jpeg", KIND_PICTURE},  {"jpg", KIND_PICTURE},  {"json", KIND_LOTTIE},
    {"lottie", KIND_LOTTIE}, {"m2ts", KIND_VIDEO},   {"m4a", KIND_SOUND},    {"m4v", KIND_VIDEO},
    {"mka", KIND_SOUND},    {"mkv", KIND_VIDEO},     {"mov", KIND_VIDEO},    {"mp3", KIND_SOUND},
    {"mp4", KIND_VIDEO},    {"mts", KIND_VIDEO},     {"oga", KIND_SOUND},    {"ogg", KIND_SOUND},
    {"ogv", KIND_VIDEO},    {"opus", KIND_SOUND},    {"png", KIND_PICTURE},  {"qoi", KIND_PICTURE},
    {"qt", KIND_VIDEO},     {"svg", KIND_DRAWING},   {"tgs", KIND_LOTTIE},   {"tif", KIND_PICTURE},
    {"tiff", KIND_PICTURE}, {"ts", KIND_VIDEO},      {"wav", KIND_SOUND},    {"wave", KIND_SOUND},
    {"webm", KIND_VIDEO},   {"webp", KIND_PICTURE},  {"y4m", KIND_VIDEO},
};

static unsigned little16(const unsigned char *b) { return b[0] | (unsigned)b[1] << 8; }
static unsigned big16(const unsigned char *b) { return (unsigned)b[0] << 8 | b[1]; }
static uint32_t little32(const unsigned char *b) { return little16(b) | little16(b + 2) << 16; }
static uint32_t big32(const unsigned char *b) { return big16(b) << 16 | big16(b + 2); }

static bool has_mark(const struct mark *mark, const unsigned char *b, size_t n) {
  if (mark->count == 0) return true;
  // A signature that may be anywhere is searched for only in the first 64 KiB.
  if (mark->place == ANYWHERE)
    return memmem(b, n < 65536 ? n : 65536, mark->bytes, mark->count) != NULL;
  return n >= mark->place + mark->count && !memcmp(b + mark->place, mark->bytes, mark->count);
}

static bool has_marks(const struct kind *kind, const unsigned char *b, size_t n) {
  return has_mark(&kind->marks[0], b, n) && has_mark(&kind->marks[1], b, n) &&
         has_mark(&kind->marks[2], b, n);
}

static const struct read_kind *find_read(const unsigned char *b, size_t n) {
  for (size_t i = 0; i < sizeof read_kinds / sizeof *read_kinds; i++)
    if (has_marks(&read_kinds[i].kind, b, n)) return &read_kinds[i];
  return NULL;
}

/// Recognises headers that consist of numbers: those of an icon, a PCX picture, a portable map, or a Targa
/// picture.
static const char *by_numbers(const unsigned char *b, size_t n) {
  if (n > 22 && !b[0] && !b[1] && (b[2] == 1 || b[2] == 2) && !b[3] && b[4] && !b[5] && !b[9])
    return b[2] == 1 ? "a Windows icon (ICO)" : "a Windows cursor (CUR)";
  const bool has_pcx_bits = n > 128 && (b[3] == 1 || b[3] == 2 || b[3] == 4 || b[3] == 8);
  if (has_pcx_bits && b[0] == 10 && b[1] <= 5 && b[2] <= 1)
    return "a PCX picture";
  if (n > 3 && b[0] == 'P' && (b[2] == '\n' || b[2] == ' ' || b[2] == '\r' || b[2] == '\t')) {
    if (b[1] == '7') return "a portable map (PAM)";
    if (b[1] >= '1' && b[1] <= '6') return "a portable map (PBM, PGM or PPM)";
    if (b[1] == 'F' || b[1] == 'f') return "a portable float map (PFM)";
  }
  if (n > 44 && !memcmp(b + n - 18, "TRUEVISION-XFILE.", 17)) return "a Targa picture (TGA)";
  if (n <= 18 || b[1] > 1 || little16(b + 12) == 0 || little16(b + 14) == 0) return NULL;
  const bool is_packed = b[2] >= 9;
  const unsigned type = b[2] - (is_packed ? 8 : 0), depth = b[16];
  const bool has_depth = type == 2 ? depth == 15 || depth == 16 || depth == 24 || depth == 32
                                   : depth == 8 || depth == 16;
  const bool has_map = b[1] == 1 && (b[7] == 15 || b[7] == 16 || b[7] == 24 || b[7] == 32);
  const bool is_targa = type >= 1 && type <= 3 && has_depth && (type == 1) == has_map &&
                        (b[1] || !(b[3] | b[4] | b[5] | b[6] | b[7])) && !(b[17] & 0xC0);
  return is_targa ? "a Targa picture (TGA)" : NULL;
}

/// Recognises camera raw files by the tags in the first directory of a TIFF file, in which cameras store raw
/// pictures after a small preview.
static const char *raw_tiff(const unsigned char *b, size_t n) {
  if (n < 10 || (memcmp(b, "II*\0", 4) && memcmp(b, "MM\0*", 4))) return NULL;
  const bool is_little = b[0] == 'I';
  const size_t start = is_little ? little32(b + 4) : big32(b + 4);
  if (start > n - 2) return NULL;
  const unsigned count = is_little ? little16(b + start) : big16(b + start);
  bool is_small = false, has_others = false;
  for (unsigned i = 0; i < count && start + 14 + 12 * (size_t)i <= n; i++) {
    const unsigned char *entry = b + start + 2 + 12 * (size_t)i;
    const unsigned tag = is_little ? little16(entry) : big16(entry);
    const unsigned value = is_little ? little32(entry + 8) : big32(entry + 8);
    if (tag == 50706) return "a camera's raw picture (DNG)";
    if (tag == 254) is_small = value & 1;
    if (tag == 330) has_others = true;
  }
  return is_small && has_others ? "a camera's raw picture (NEF or ARW)" : NULL;
}

const char *kind_unread(const unsigned char *b, size_t n) {
  const char *name = NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !name; i++)
    if (has_marks(&kinds[i], b, n)) name = kinds[i].name;
  if (!name) name = raw_tiff(b, n);
  // A supported kind is recognised by its signature, so its numbers are not tested.
  if (!name && !kind_read(b, n)) name = by_numbers(b, n);
  return name;
}

const char *kind_read(const unsigned char *b, size_t n) {
  const struct read_kind *kind = find_read(b, n);
  return kind ? kind->kind.name : NULL;
}

enum kind_use kind_use(const unsigned char *b, size_t n) {
  if (kind_unread(b, n)) return KIND_UNKNOWN;
  const struct read_kind *kind = find_read(b, n);
  return kind ? kind->use : KIND_UNKNOWN;
}

const char *kind_ending(const unsigned char *b, size_t n) {
  const struct read_kind *kind = find_read(b, n);
  return kind ? kind->ending : NULL;
}

enum kind_use kind_use_of_ending(const char *ending) {
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(endings[i].ending, ending)) return endings[i].use;
  return KIND_UNKNOWN;
}

const char *kind_of(const unsigned char *b, size_t n) {
  const char *name = kind_unread(b, n);
  return name ? name : kind_read(b, n);
}
