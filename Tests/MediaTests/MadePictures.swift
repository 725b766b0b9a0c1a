import Foundation
import TestSupport
import Testing

/// Creates pictures of kinds that no command can write, by small C programs that use third-party libraries.
struct MadePictures {
  let folder: Folder

  /// Creates a JPEG of 16×16 pixels whose inks are 128, 51, 102 and 26 of 255, stored as Adobe's programs do.
  func inkedJPEG(_ name: String, luminance: Bool) throws -> String {
    let path = folder.path(name)
    try run(
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <jpeglib.h>
      int main(int count, char **words) {
        struct jpeg_error_mgr errors;
        struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
        jpeg_create_compress(&jpeg);
        jpeg_stdio_dest(&jpeg, fopen(words[1], "wb"));
        jpeg.image_width = jpeg.image_height = 16;
        jpeg.input_components = 4;
        jpeg.in_color_space = JCS_CMYK;
        jpeg_set_defaults(&jpeg);
        jpeg_set_colorspace(&jpeg, words[2][0] == 'y' ? JCS_YCCK : JCS_CMYK);
        jpeg_set_quality(&jpeg, 100, TRUE);
        jpeg_start_compress(&jpeg, TRUE);
        JSAMPLE row[64];
        for (int i = 0; i < 64; i++) row[i] = 255 - (int[]){128, 51, 102, 26}[i % 4];
        for (int i = 0; i < 16; i++) jpeg_write_scanlines(&jpeg, &(JSAMPROW){row}, 1);
        jpeg_finish_compress(&jpeg);
        return count - 3;
      }
      """, ["-ljpeg"], [path, luminance ? "y" : "n"])
    return path
  }

  /// Creates a HEIC whose stored quarters have the given colours, with a box that declares the orientation.
  func heic(_ name: String, orientation: Int, width: Int, height: Int, colors: [[UInt8]]) throws
    -> String
  {
    let path = folder.path(name)
    let raw = folder.path("raw")
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)].prefix(3)
      }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: raw))
    try run(
      """
      #include <libheif/heif.h>
      #include <stdio.h>
      #include <stdlib.h>
      int main(int count, char **words) {
        int width = atoi(words[3]), height = atoi(words[4]), stride = 0;
        struct heif_image *image = NULL;
        heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image);
        heif_image_add_plane(image, heif_channel_interleaved, width, height, 8);
        uint8_t *rows = heif_image_get_plane(image, heif_channel_interleaved, &stride);
        FILE *file = fopen(words[2], "rb");
        for (int y = 0; y < height; y++) fread(rows + y * stride, 3, width, file);
        struct heif_context *context = heif_context_alloc();
        struct heif_encoder *encoder = NULL;
        heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder);
        heif_encoder_set_lossy_quality(encoder, 95);
        struct heif_encoding_options *options = heif_encoding_options_alloc();
        options->image_orientation = (enum heif_orientation)atoi(words[5]);
        struct heif_error error =
            heif_context_encode_image(context, image, encoder, options, NULL);
        if (error.code == 0) error = heif_context_write_to_file(context, words[1]);
        return error.code + count - 6;
      }
      """, ["-lheif"], [path, raw, "\(width)", "\(height)", "\(orientation)"])
    return path
  }

  /// Builds a C program, and returns its path.
  func build(_ source: String, _ libraries: [String]) throws -> String {
    let text = folder.path("made.c"), program = folder.path("made")
    try source.write(toFile: text, atomically: true, encoding: .utf8)
    let built = try Program.tool("cc", ["-w", "-o", program, text] + libraries)
    #expect(built.status == 0, "\(built.summary)")
    return program
  }

  private func run(_ source: String, _ libraries: [String], _ arguments: [String]) throws {
    let program = try build(source, libraries)
    let result = try Program.run(
      URL(fileURLWithPath: program), arguments, in: Program.root)
    #expect(result.status == 0, "\(result.summary)")
  }
}
