// Applies colour profiles through Little CMS with the relative colorimetric intent and black point compensation. For PQ
// and HLG, whose light goes beyond white, the tables of hdr.c are used.
#include "color.h"

#include <lcms2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hdr.h"

struct color {
  cmsHTRANSFORM transform;
  struct hdr *hdr;
  /// The converted colours of 8-bit greys, if `has_grays`.
  uint8_t grays[256][4];
  bool has_grays;
  enum color_model model;
  unsigned bits;
};

/// Creates a profile from the chromaticities of white, red, green and blue and one curve; the function takes ownership
/// of the curve.
static cmsHPROFILE profile_of(const double p[8], cmsToneCurve *curve) {
  const cmsCIExyY white = {p[0], p[1], 1};
  const cmsCIExyYTRIPLE primaries = {{p[2], p[3], 1}, {p[4], p[5], 1}, {p[6], p[7], 1}};
  cmsToneCurve *curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = curve ? cmsCreateRGBProfile(&white, &primaries, curves) : NULL;
  cmsFreeToneCurve(curve);
  return profile;
}

/// Creates the transfer curve of sRGB (IEC 61966-2-1).
static cmsToneCurve *srgb_curve(void) {
  const double parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return cmsBuildParametricToneCurve(NULL, 4, parameters);
}

/// Creates the curve of a transfer characteristic of H.273; NULL if the characteristic is not supported.
static cmsToneCurve *curve_of(unsigned transfer) {
  switch (transfer) {
    // BT.709 and related standards define the curves of cameras; the pictures are meant for a screen like sRGB.
    case 1: case 2: case 6: case 13: case 14: case 15: return srgb_curve();
    case 4: return cmsBuildGamma(NULL, 2.2);
    case 5: return cmsBuildGamma(NULL, 2.8);
    case 8: return cmsBuildGamma(NULL, 1);
    default: return NULL;
  }
}

static cmsHPROFILE source_profile(const struct color_words *words) {
  if (words->primaries || words->transfer) {
    const double *points = hdr_points(words->primaries);
    return points ? profile_of(points, curve_of(words->transfer)) : NULL;
  }
  if (words->profile) {
    if (words->profile_bytes > UINT32_MAX) return NULL;
    return cmsOpenProfileFromMem(words->profile, (cmsUInt32Number)words->profile_bytes);
  }
  const double *points = words->points[0] > 0 ? words->points : hdr_points(1);
  return profile_of(points,
                    words->gamma > 0 ? cmsBuildGamma(NULL, 1 / words->gamma) : srgb_curve());
}

/// Returns the memory layout of the samples for Little CMS; 0 if the profile has another colour space. For a grey
/// profile, one of the three equal channels is read.
static cmsUInt32Number layout(cmsHPROFILE profile, enum color_model model, unsigned bits) {
  const cmsUInt32Number bytes = BYTES_SH(bits / 8);
  switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData:
      return model == COLOR_CMYK ? 0
                                 : COLORSPACE_SH(PT_RGB) | EXTRA_SH(1) | CHANNELS_SH(3) | bytes;
    case cmsSigGrayData:
      return model == COLOR_GRAY ? COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | bytes
                                 : 0;
    case cmsSigCmykData:
      return model == COLOR_CMYK ? COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | bytes : 0;
    default: return 0;
  }
}

/// Returns whether a transform changes almost no colour, which is true of the many profiles of sRGB.
static bool is_identity(cmsHTRANSFORM transform, enum color_model model, unsigned bits) {
  enum { STEPS = 18 };
  for (int r = 0; r < STEPS; r++) {
    for (int g = 0; g < (model == COLOR_RGBA ? STEPS : 1); g++) {
      uint8_t in[STEPS][4], out[STEPS][4];
      uint16_t wide[STEPS][4];
      const int count = model == COLOR_RGBA ? STEPS : 1;
      for (int b = 0; b < count; b++) {
        const int v[3] = {r * 15, model == COLOR_RGBA ? g * 15 : r * 15,
                          model == COLOR_RGBA ? b * 15 : r * 15};
        for (int c = 0; c < 3; c++) {
          in[b][c] = (uint8_t)v[c];
          wide[b][c] = (uint16_t)(v[c] * 257);
        }
        in[b][3] = 255;
        wide[b][3] = 65535;
      }
      cmsDoTransform(transform, bits == 8 ? (const void *)in : (const void *)wide, out,
                     (cmsUInt32Number)count);
      for (int b = 0; b < count; b++) {
        for (int c = 0; c < 3; c++) {
          if (abs(out[b][c] - in[b][c]) > 1) return false;
        }
      }
    }
  }
  return true;
}

/// Converts all 256 grey values once.
static void list_grays(struct color *color) {
  uint8_t in[256][4];
  for (int v = 0; v < 256; v++) memset(in[v], v, sizeof in[v]);
  cmsDoTransform(color->transform, in, color->grays, 256);
  color->has_grays = true;
}

#define UNUSABLE "its description of its colours cannot be used; the colours are taken as sRGB"

static bool says_something(const struct color_words *words) {
  return words->primaries || words->transfer || words->profile || words->gamma > 0 ||
         words->points[0] > 0;
}

struct color *color_open(const struct color_words *words, enum color_model model, unsigned bits,
                         char warning[COLOR_TEXT]) {
  warning[0] = 0;
  if (!says_something(words)) return NULL;
  struct color *color = calloc(1, sizeof *color);
  if (!color) return NULL;
  color->model = model;
  color->bits = bits;
  if (model != COLOR_CMYK && (words->transfer == 16 || words->transfer == 18)) {
    color->hdr = hdr_open(words->primaries, words->transfer, bits);
    if (color->hdr) {
      snprintf(warning, COLOR_TEXT, "the HDR brightness of the file (%s) is mapped to a white of "
                                    "203 nits",
               words->transfer == 16 ? "PQ" : "HLG");
    } else {
      snprintf(warning, COLOR_TEXT, "%s", UNUSABLE);
      color_close(&color);
    }
    return color;
  }
  cmsHPROFILE source = source_profile(words), target = cmsCreate_sRGBProfile();
  const cmsUInt32Number from = source ? layout(source, model, bits) : 0;
  if (from && target) {
    // For 16 bits, Little CMS would use a table of few colours, which is wrong by 4 near pure colours. For greys,
    // Little CMS would straighten curves near black, which is wrong by 2, so greys use a separate table.
    const bool is_fast = bits == 8 && model != COLOR_GRAY;
    const cmsUInt32Number speed = is_fast ? cmsFLAGS_HIGHRESPRECALC : cmsFLAGS_NOOPTIMIZE;
    color->transform =
        cmsCreateTransform(source, from, target, TYPE_RGBA_8, INTENT_RELATIVE_COLORIMETRIC,
                           cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | speed);
  }
  if (!color->transform) {
    const bool is_ours = words->profile && !words->primaries && !words->transfer;
    snprintf(warning, COLOR_TEXT, "%s",
             !is_ours  ? UNUSABLE
             : source  ? "its colour profile does not apply to such pixels; they are taken as sRGB"
                       : "its colour profile is damaged; its colours are taken as sRGB");
  }
  if (source) cmsCloseProfile(source);
  if (target) cmsCloseProfile(target);
  if (!color->transform ||
      (model != COLOR_CMYK && is_identity(color->transform, model, bits)))
    color_close(&color);
  if (color && model == COLOR_GRAY && bits == 8) list_grays(color);
  return color;
}

unsigned color_bits(const struct color *color) { return color->bits; }

/// The number of pixels that are converted at a time.
#define SOME 512

void color_convert(const struct color *color, const void *from, uint8_t *to, size_t count) {
  for (size_t first = 0; first < count; first += SOME) {
    const size_t n = count - first < SOME ? count - first : SOME;
    const uint8_t *bytes = (const uint8_t *)from + first * 4;
    const uint16_t *wide = (const uint16_t *)from + first * 4;
    uint8_t out[SOME * 4];
    const void *in = color->bits == 8 ? (const void *)bytes : (const void *)wide;
    if (color->hdr) {
      hdr_convert(color->hdr, in, out, n);
    } else if (color->has_grays) {
      for (size_t i = 0; i < n; i++) memcpy(out + i * 4, color->grays[bytes[i * 4]], 4);
    } else {
      cmsDoTransform(color->transform, in, out, (cmsUInt32Number)n);
    }
    for (size_t i = 0; i < n; i++) {
      uint8_t alpha = 255;
      if (color->model != COLOR_CMYK) {
        alpha = color->bits == 8 ? bytes[i * 4 + 3]
                                 : (uint8_t)((wide[i * 4 + 3] * 255u + 32767) / 65535);
      }
      out[i * 4 + 3] = alpha;
    }
    memcpy(to + first * 4, out, n * 4);
  }
}

void color_close(struct color **color) {
  if (!*color) return;
  if ((*color)->transform) cmsDeleteTransform((*color)->transform);
  hdr_close(&(*color)->hdr);
  free(*color);
  *color = NULL;
}
