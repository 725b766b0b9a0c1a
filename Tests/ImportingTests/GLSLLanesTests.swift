import Foundation
import Importing
import TestSupport
import Testing

/// Tests the code for eight pixels at once, which gives the same bits as one pixel at a time, on every processor.
@Suite struct GLSLLanesTests {
  /// A shader with loops that pixels leave at different times, returns inside loops, assigned swizzles, a struct,
  /// integers, a table, and all of GLSL's functions that are not linear.
  private static let shader = """
    struct Spot { vec2 at; float size; };
    uniform float amount; // = 0.7
    float seen = 0.0;
    float chance(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
    float depth(vec2 p, out int rounds) {
      vec2 z = p;
      rounds = 0;
      for (int i = 0; i < 40; i++) {
        if (i == 3 && amount > 2.0) continue;
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + p;
        if (dot(z, z) > 4.0) return float(i) / 40.0;
        if (chance(z) < 0.01) continue;
        rounds++;
      }
      return 1.0;
    }
    vec4 transition(vec2 uv) {
      int rounds;
      Spot spot = Spot(vec2(0.5), amount);
      vec2 p = (uv - spot.at) * 3.0;
      float d = depth(p, rounds);
      float k = 0.0;
      while (k < d * 9.0) { k += 1.0; if (k > 5.0) break; }
      do { k -= 0.5; } while (k > 3.0);
      if (uv.x < 0.2) { spot.size = 2.0; p.yx += uv * k; } else if (uv.y > 0.8) spot.at = p;
      mat2 turn = mat2(cos(d), -sin(d), sin(d), cos(d));
      vec2 q = turn * p + spot.at;
      seen += pow(abs(q.x), 1.7) + exp(-q.y * q.y) + log(1.0 + abs(q.y)) + atan(q.y, q.x) + tan(d);
      if (rounds / 3 == 2) return getFromColor(fract(q)) * exp2(-spot.size);
      vec4 a = getFromColor(uv + 0.1 * q), b = getToColor(mod(q, 1.3));
      return mix(a, b, smoothstep(0.0, 1.0, fract(seen) * progress + asin(clamp(q.x, -1.0, 1.0)) * 0.1));
    }
    """

  /// A program that draws noise, and prints a hash of the pixels and the differences between sine and similar functions
  /// and those of the C library.
  private static let program = """

    #include <math.h>
    #include <stdio.h>
    #include <stdlib.h>
    enum { W = 93, H = 41, STRIDE = 384 };
    static uint8_t *noise(uint32_t seed) {
      uint8_t *pixels = (uint8_t *)malloc(STRIDE * H);
      for (int i = 0; i < STRIDE * H; i++)
        pixels[i] = i % 4 == 3 ? 255 : (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
      return pixels;
    }
    static double worst(Float (*ours)(Float), double (*theirs)(double), float low, float high) {
      double most = 0;
      for (int i = 0; i <= 4000; i++) {
        const float x = low + (high - low) * (float)i / 4000;
        const double right = theirs(x), off = fabs(ours(Float(x)).v[0] - right) / fmax(1, fabs(right));
        if (!(off <= most)) most = off;
      }
      return most;
    }
    int main() {
      const animator_image in[2] = {{noise(1), W, H, STRIDE}, {noise(2), W, H, STRIDE}};
      const animator_surface out = {noise(3), W, H, STRIDE};
      animator_context context = {};
      context.keep_going = [](const animator_context *) { return true; };
      uint64_t hash = 1469598103934665603u;
      const parameters values = {0.7};
      for (context.progress = 0; context.progress <= 1; context.progress += 0.125) {
        draw<glsl::shader>(&values, &context, in, 2, out, animator_window{0, 0, W, H});
        for (int y = 0; y < H; y++)
          for (int x = 0; x < 4 * W; x++) hash = (hash ^ out.data[y * STRIDE + x]) * 1099511628211u;
      }
      printf("%016llx\\n", (unsigned long long)hash);
      const double off[] = {
        worst([](Float x) { return glsl::sin(x); }, ::sin, -3000, 3000),
        worst([](Float x) { return glsl::cos(x); }, ::cos, -9, 9),
        worst([](Float x) { return glsl::exp(x); }, ::exp, -80, 80),
        worst([](Float x) { return glsl::log(x); }, ::log, 1e-6f, 900),
        worst([](Float x) { return glsl::exp2(x); }, ::exp2, -100, 100),
        worst([](Float x) { return glsl::atan(x); }, ::atan, -50, 50),
        worst([](Float x) { return glsl::asin(x); }, ::asin, -1, 1),
        worst([](Float x) { return glsl::acos(x); }, ::acos, -1, 1),
        worst([](Float x) { return glsl::pow(x, 2.2f); }, [](double x) { return ::pow(x, (double)2.2f); }, 0, 4),
      };
      for (double one : off) printf("%g\\n", one);
    }
    """

  @Test func eightPixelsAreAsOne() throws {
    guard (try? Program.tool("clang++", ["--version"]))?.status == 0 else {
      return LeftOut.tell("GLSL is not compiled: there is no clang++")
    }
    let folder = try Folder()
    for header in ["animator.h"] + PluginCompiler.glslHeaders {
      try Data(PluginCompiler.header(header)).write(to: folder.url.appending(path: header))
    }
    let plugin = GLSLPlugin(try GLSLSource(Self.shader), file: "all.glsl")
    try folder.write(plugin.text + Self.program, to: "all.cpp")
    var builds = [["-DGLSL_LANES=1"], [], ["-DGLSL_LANES=4", "-msse4.1"]]
    let flags = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    if flags.contains(" avx2 ") { builds.append(["-march=x86-64-v3"]) }
    var said: [[Substring]] = []
    for build in builds {
      let made = try Program.tool(
        "clang++",
        PluginCompiler.always + [
          "-I", folder.path("."), "-Dglsl_draw_wide=draw_wide", "-DGLSL_WIDE",
        ]
          + build + [folder.path("all.cpp"), "-lm", "-o", folder.path("all")])
      try #require(made.status == 0, "\(made.summary)")
      let run = try Program.tool(folder.path("all"), [])
      try #require(run.status == 0, "\(run.summary)")
      said.append(run.output.split(separator: "\n"))
    }
    #expect(said.allSatisfy { $0 == said[0] }, "\(said)")
    // The limit is a few last bits of a float, also for the sine of large numbers and for powers.
    #expect(said[0].dropFirst().allSatisfy { Double($0)! < 6e-7 }, "\(said[0])")
  }
}
