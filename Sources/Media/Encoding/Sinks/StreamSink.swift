/// Connects an encoder to the destination of its bytes.
package final class StreamSink: FrameSink {
  private let encoder: any StreamEncoder
  private let output: any Destination

  package init(_ encoder: any StreamEncoder, to output: any Destination) {
    self.encoder = encoder
    self.output = output
  }

  package func begin() throws(EncodingError) {
    try encoder.check(output.name)
    try output.begin()
    try orCancel { () throws(EncodingError) in try encoder.begin(output) }
  }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    try orCancel { () throws(EncodingError) in try encoder.write(frame, to: output) }
  }

  package func finish() throws(EncodingError) {
    try orCancel { () throws(EncodingError) in
      try encoder.finish(output)
      try output.commit()
    }
  }

  package func cancel() {
    encoder.cancel()
    output.discard()
  }

  private func orCancel(_ work: () throws(EncodingError) -> Void) throws(EncodingError) {
    do throws(EncodingError) {
      try work()
    } catch {
      cancel()
      throw error
    }
  }
}
