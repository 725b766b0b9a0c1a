// Finds the colours of a video's frames according to the file, and converts them to sRGB, as for pictures.
#include <libavutil/dovi_meta.h>
#include <stdio.h>
#include <string.h>

#include "color.h"
#include "footage.h"

enum { UNSPECIFIED = 2, GAMMA_709 = 1, PQ = 16, HLG = 18, BT2020 = 9 };

/// Returns the compatibility id in a track's Dolby Vision record; -1 if the track has no such record.
static int dolby_vision(const AVStream *track) {
  const uint8_t *data = av_stream_get_side_data(track, AV_PKT_DATA_DOVI_CONF, NULL);
  return data ? ((const AVDOVIDecoderConfigurationRecord *)data)->dv_bl_signal_compatibility_id : -1;
}

/// Returns whether screens show a transfer characteristic like that of BT.709.
static bool is_like_709(unsigned transfer) {
  switch (transfer) {
    case 0: case 1: case 2: case 6: case 7: case 11: case 12: case 13: case 14: case 15: return true;
    default: return false;
  }
}

static void find_words(const AVStream *track, const AVFrame *frame, uint8_t *primaries,
                       uint8_t *transfer) {
  const AVCodecParameters *p = track->codecpar;
  *primaries = (uint8_t)(frame->color_primaries != AVCOL_PRI_UNSPECIFIED ? frame->color_primaries
                                                                         : p->color_primaries);
  *transfer = (uint8_t)(frame->color_trc != AVCOL_TRC_UNSPECIFIED ? frame->color_trc : p->color_trc);
  const int compatibility = dolby_vision(track);
  const bool is_hdr = *transfer == PQ || *transfer == HLG;
  // Dolby Vision profile 8.4 is labelled BT.2020, but is actually HLG.
  if (!is_hdr && compatibility == 4) *transfer = HLG;
  if (!is_hdr && (compatibility == 1 || compatibility == 6)) *transfer = PQ;
  if ((*transfer == PQ || *transfer == HLG) && (*primaries == UNSPECIFIED || *primaries == 0))
    *primaries = BT2020;
}

void tint_follow(struct tint *tint, const AVStream *track, const AVFrame *frame) {
  uint8_t primaries, transfer;
  find_words(track, frame, &primaries, &transfer);
  if (tint->is_known && tint->primaries == primaries && tint->transfer == transfer) return;
  tint_close(tint);
  *tint = (struct tint){.primaries = primaries, .transfer = transfer, .is_known = true};
  tint->is_hdr = transfer == PQ || transfer == HLG;
  struct color_words words = {0};
  size_t profile_bytes = 0;
  const uint8_t *profile = av_stream_get_side_data(track, AV_PKT_DATA_ICC_PROFILE, &profile_bytes);
  const bool is_plain = (primaries <= 2) && is_like_709(transfer);
  if (profile && is_plain) {
    words.profile = profile;
    words.profile_bytes = profile_bytes;
  } else if (!is_plain) {
    words.primaries = primaries;
    words.transfer = is_like_709(transfer) ? GAMMA_709 : transfer;
  }
  char warning[COLOR_TEXT] = "";
  tint->color = color_open(&words, COLOR_RGBA, tint->is_hdr ? 16 : 8, warning);
  snprintf(tint->remark, sizeof tint->remark, "%s", warning);
  if (dolby_vision(track) == 0)
    snprintf(tint->remark, sizeof tint->remark,
             "the file is Dolby Vision without a layer for other players: its colours are not as intended");
}

void tint_close(struct tint *tint) {
  color_close(&tint->color);
  tint->is_known = false;
}
