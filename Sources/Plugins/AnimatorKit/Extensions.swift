internal import CAnimator

// The optional features of an animator, which the host requests by name through the `extension` of the
// descriptor. The function receives only a name, so there is one C function for each set of features. Safety,
// in this file: the host's pointers are valid until the call returns.

/// The set of an animator's features as a sum: 1 for live inputs, 2 for times, 4 for a table, and 8 for the
/// finger.
func offers(of box: AnimatorBox) -> Int {
  unsafe (box.isLive ? 1 : 0) + (box.moments != nil ? 2 : 0) + (box.table != nil ? 4 : 0)
    + (box.readsFinger ? 8 : 0)
}

typealias OfferFunction = @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

/// The C function for a set of features; nil for the empty set.
func offerFunction(_ set: Int) -> OfferFunction? {
  switch set {
  case 1: { unsafe answer($0, 1) }
  case 2: { unsafe answer($0, 2) }
  case 3: { unsafe answer($0, 3) }
  case 4: { unsafe answer($0, 4) }
  case 5: { unsafe answer($0, 5) }
  case 6: { unsafe answer($0, 6) }
  case 7: { unsafe answer($0, 7) }
  case 8: { unsafe answer($0, 8) }
  case 9: { unsafe answer($0, 9) }
  case 10: { unsafe answer($0, 10) }
  case 11: { unsafe answer($0, 11) }
  case 12: { unsafe answer($0, 12) }
  case 13: { unsafe answer($0, 13) }
  case 14: { unsafe answer($0, 14) }
  case 15: { unsafe answer($0, 15) }
  default: nil
  }
}

private func answer(_ id: UnsafePointer<CChar>, _ set: Int) -> UnsafeRawPointer? {
  switch unsafe String(cString: id) {
  case ANIMATOR_LIVE_INPUTS where set & 1 != 0: unsafe liveInputs
  case ANIMATOR_TIMES where set & 2 != 0: unsafe times
  case ANIMATOR_PREPARE where set & 4 != 0: unsafe prepare
  case ANIMATOR_FINGER where set & 8 != 0: unsafe finger
  default: nil
  }
}

// The structs of the features are created once and exist until the process ends.
private nonisolated(unsafe) let liveInputs: UnsafeRawPointer = unsafe kept(
  animator_live_inputs(size: UInt32(MemoryLayout<animator_live_inputs>.size), reserved: 0))

private nonisolated(unsafe) let finger: UnsafeRawPointer = unsafe kept(
  animator_finger_input(size: UInt32(MemoryLayout<animator_finger_input>.size), reserved: 0))

private nonisolated(unsafe) let times: UnsafeRawPointer = unsafe kept(
  animator_times(
    size: UInt32(MemoryLayout<animator_times>.size), reserved: 0,
    moments: { parameters, context, layer, moments in
      let seconds = unsafe AnimatorBox.of(context).moments?(
        parameters, Context(raw: context), Int(layer))
      for (i, second) in (seconds ?? []).prefix(Int(ANIMATOR_TIMES_MAX)).enumerated() {
        unsafe moments[i] = animator_time(seconds: second)
      }
      return UInt32(clamping: seconds?.count ?? 0)
    }))

private nonisolated(unsafe) let prepare: UnsafeRawPointer = unsafe kept(
  animator_prepare(
    size: UInt32(MemoryLayout<animator_prepare>.size), reserved: 0,
    bytes: { parameters, context, width, height in
      UInt64(
        clamping: unsafe AnimatorBox.of(context).table?.bytes(
          parameters, Context(raw: context), Int(width), Int(height)) ?? 0)
    },
    prepare: { parameters, context, width, height, table, bytes in
      let box = unsafe AnimatorBox.of(context)
      return unsafe AnimatorBox.status(context) {
        unsafe try box.table?.prepare(
          parameters, Context(raw: context), Int(width), Int(height),
          UnsafeMutableRawBufferPointer(start: table, count: Int(bytes)))
      }
    }))

private func kept<Table>(_ table: Table) -> UnsafeRawPointer {
  let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe place.initialize(to: table)
  return UnsafeRawPointer(place)
}
