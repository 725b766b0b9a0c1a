import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests TIFF files of many kinds, each written with libtiff by a small program, against the original colours.
@Suite struct TIFFReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  static let patches: [[Int]] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [128, 128, 128],
    [200, 80, 40], [40, 160, 220],
  ]

  struct Kind: Sendable, CustomTestStringConvertible {
    /// The arguments: tile, compression, bits, format, photometric, planar, extra samples, orientation.
    var words: [Int]
    var tolerance = 1
    var name: String
    var testDescription: String { name }

    init(
      _ name: String, tile: Int = 0, compression: Int = 1, bits: Int = 8, format: Int = 1,
      photometric: Int = 2, planar: Int = 1, extra: Int = 0, tolerance: Int = 1
    ) {
      self.name = name
      self.tolerance = tolerance
      words = [tile, compression, bits, format, photometric, planar, extra]
    }
  }

  static let kinds = [
    Kind("tiles", tile: 16), Kind("tiles, LZW", tile: 64, compression: 5),
    Kind("tiles, Deflate, planar", tile: 32, compression: 8, planar: 2),
    Kind("JPEG strips of YCbCr", compression: 7, photometric: 6, tolerance: 4),
    Kind("JPEG tiles of YCbCr", tile: 16, compression: 7, photometric: 6, tolerance: 4),
    Kind("JPEG of RGB", compression: 7, tolerance: 4),
    Kind("half floats", bits: 16, format: 3), Kind("half tiles", tile: 16, bits: 16, format: 3),
    Kind("floats", compression: 8, bits: 32, format: 3), Kind("doubles", bits: 64, format: 3),
    Kind("16 bits, tiles", tile: 16, compression: 5, bits: 16), Kind("32 bits", bits: 32),
    Kind("12 bits", bits: 12), Kind("4 bits", bits: 4, tolerance: 9),
    Kind("PackBits, planar", compression: 32773, planar: 2),
    Kind("inks", compression: 5, photometric: 5), Kind("inks in tiles", tile: 16, photometric: 5),
    Kind("inks of 16 bits", bits: 16, photometric: 5), Kind("indexes", photometric: 3),
    Kind("grey", bits: 16, photometric: 1), Kind("white is 0", photometric: 0),
    Kind("Zstandard", compression: 50000), Kind("LZMA", compression: 34925),
    Kind("alpha", tile: 16, extra: 2), Kind("premultiplied alpha", tile: 16, bits: 16, extra: 1),
  ]

  /// White, black and grey in L*a*b* have no tint, although the white of L*a*b* is that of daylight indoors; red is red.
  @Test func greysOfLabAreGrey() throws {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0]
    let data: UInt8 = 8 + 2 + 9 * 12 + 4
    let fields: [(tag: Int, count: UInt8, value: UInt8)] = [
      (256, 1, 4), (257, 1, 1), (258, 3, data), (259, 1, 1), (262, 1, 8), (273, 1, data + 6),
      (277, 1, 3), (278, 1, 1), (279, 1, 12),
    ]
    for field in fields {
      bytes += [UInt8(field.tag & 255), UInt8(field.tag >> 8), 3, 0, field.count, 0, 0, 0]
      bytes += [field.value, 0, 0, 0]
    }
    bytes += [0, 0, 0, 0, 8, 0, 8, 0, 8, 0, 255, 0, 0, 0, 0, 0, 137, 0, 0, 138, 81, 70]
    try Data(bytes).write(to: folder.url.appending(path: "lab.tif"))
    let (bitmap, remark) = try ImageReader().reading(try .init(folder.path("lab.tif")))
    for (x, right) in [255, 0, 128].enumerated() {
      let color = (0..<3).map { (i: Int) -> Int in Int(unsafe bitmap.pixels[4 * x + i]) }
      let isGrey = color.allSatisfy { (level: Int) -> Bool in
        abs(level - right) <= 2 && abs(level - color[0]) <= 1
      }
      #expect(isGrey, "\(color)")
    }
    // The values are the published L*a*b* of sRGB's red.
    let red = (12..<15).map { (i: Int) -> Int in Int(unsafe bitmap.pixels[i]) }
    #expect(red[0] >= 253 && red[1] <= 8 && red[2] <= 8, "\(red)")
    #expect(remark == nil)
  }

  private static let writer = """
    #include <math.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #include <tiffio.h>
    static const int patches[8][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255},
        {0, 0, 0}, {128, 128, 128}, {200, 80, 40}, {40, 160, 220}};
    static uint16_t half(double v) {
      if (v <= 0) return 0;
      int e;
      double f = frexp(v, &e) * 2;
      return (uint16_t)((e - 1 + 15) << 10 | (int)((f - 1) * 1024 + 0.5));
    }
    static void put(uint8_t *row, int i, int bits, int format, double v) {
      if (format == 3 && bits == 16) ((uint16_t *)row)[i] = half(v);
      else if (format == 3 && bits == 32) ((float *)row)[i] = (float)v;
      else if (format == 3) ((double *)row)[i] = v;
      else if (bits == 32) ((uint32_t *)row)[i] = (uint32_t)(v * 4294967295.0 + 0.5);
      else if (bits == 16) ((uint16_t *)row)[i] = (uint16_t)(v * 65535 + 0.5);
      else {
        unsigned n = (unsigned)(v * ((1 << bits) - 1) + 0.5);
        for (int b = 0; b < bits; b++)
          if (n >> (bits - 1 - b) & 1) row[(i * bits + b) / 8] |= 128 >> (i * bits + b) % 8;
      }
    }
    int main(int count, char **words) {
      int n[7];
      for (int i = 0; i < 7; i++) n[i] = atoi(words[2 + i]);
      int tile = n[0], bits = n[2], format = n[3], photometric = n[4], planar = n[5], extra = n[6];
      int colors = photometric == 5 ? 4 : photometric == 2 || photometric == 6 ? 3 : 1;
      int samples = colors + (extra > 0);
      TIFF *t = TIFFOpen(words[1], "w");
      TIFFSetField(t, TIFFTAG_IMAGEWIDTH, 128);
      TIFFSetField(t, TIFFTAG_IMAGELENGTH, 32);
      TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, bits);
      TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, samples);
      TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, format);
      TIFFSetField(t, TIFFTAG_PHOTOMETRIC, photometric);
      TIFFSetField(t, TIFFTAG_PLANARCONFIG, planar);
      TIFFSetField(t, TIFFTAG_COMPRESSION, n[1]);
      if (n[1] == 7) TIFFSetField(t, TIFFTAG_JPEGQUALITY, 100);
      if (photometric == 6) TIFFSetField(t, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
      if (photometric == 6) TIFFSetField(t, TIFFTAG_YCBCRSUBSAMPLING, 2, 2);
      if (extra) TIFFSetField(t, TIFFTAG_EXTRASAMPLES, 1, &(uint16_t){extra});
      if (photometric == 3) {
        uint16_t map[3][256] = {{0}};
        for (int i = 0; i < 8; i++)
          for (int c = 0; c < 3; c++) map[c][i] = patches[i][c] * 257;
        TIFFSetField(t, TIFFTAG_COLORMAP, map[0], map[1], map[2]);
      }
      if (tile) TIFFSetField(t, TIFFTAG_TILEWIDTH, tile), TIFFSetField(t, TIFFTAG_TILELENGTH, tile);
      else TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, 16);
      int w = tile ? tile : 128, h = tile ? tile : 16;
      for (int p = 0; p < (planar == 2 ? samples : 1); p++)
        for (int y = 0; y < 32; y += h)
          for (int x = 0; x < 128; x += w) {
            int each = planar == 2 ? 1 : samples;
            size_t row = ((size_t)w * each * bits + 7) / 8;
            uint8_t *block = calloc(row, h);
            for (int v = 0; v < h; v++)
              for (int u = 0; u < w; u++)
                for (int s = 0; s < each; s++) {
                  const int *c = patches[(x + u) / 16 & 7];
                  int k = planar == 2 ? p : s;
                  double value = k >= colors ? 128 / 255.0
                      : photometric == 3 ? ((x + u) / 16 & 7) / 255.0
                      : photometric == 5 ? (k < 3 ? 1 - c[k] / 255.0 : 0)
                      : colors == 1 ? (photometric == 0 ? 1 - c[1] / 255.0 : c[1] / 255.0)
                      : c[k] / 255.0 * (extra == 1 ? 128 / 255.0 : 1);
                  put(block + v * row, u * each + s, bits, format, value);
                }
            if (tile) TIFFWriteEncodedTile(t, TIFFComputeTile(t, x, y, 0, p), block, row * h);
            else TIFFWriteEncodedStrip(t, TIFFComputeStrip(t, y, p), block, row * h);
            free(block);
          }
      TIFFClose(t);
      return count - 9;
    }
    """

  @Test func readsEveryKind() throws {
    let program = try MadePictures(folder: folder).build(Self.writer, ["-ltiff", "-lm"])
    for kind in Self.kinds {
      let path = folder.path("\(kind.name).tif")
      let made = try Program.run(
        URL(fileURLWithPath: program), [path] + kind.words.map(String.init), in: Program.root)
      try #require(made.status == 0, "\(kind.name): \(made.summary)")
      let bitmap = try ImageReader().read(path)
      try #require((bitmap.width, bitmap.height) == (128, 32), "\(kind.name)")
      let isGrey = kind.words[4] < 2
      for (place, patch) in Self.patches.enumerated() {
        for y in [3, 28] {
          let got = bitmap.bytes(16 * place + 8, y).map(Int.init)
          let alpha = kind.words[6] > 0 ? 128 : 255
          let wanted = (0..<3).map { (isGrey ? patch[1] : patch[$0]) * alpha / 255 } + [alpha]
          #expect(
            zip(got, wanted).allSatisfy { abs($0 - $1) <= kind.tolerance },
            "\(kind.name), patch \(place), row \(y): \(got) for \(wanted)")
        }
      }
    }
  }

  /// Data that is missing in the directory is refused with libtiff's message, instead of being drawn black.
  @Test func refusesWhatIsNotThere() throws {
    let program = try MadePictures(folder: folder).build(Self.writer, ["-ltiff", "-lm"])
    let path = folder.path("cut.tif")
    _ = try Program.run(
      URL(fileURLWithPath: program), [path, "16", "5", "8", "1", "2", "1", "0"], in: Program.root)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The tiles follow the header.
    for place in 8..<200 { bytes[place] = 0 }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: MediaError.self) { try ImageReader().read(path) }
  }
}
