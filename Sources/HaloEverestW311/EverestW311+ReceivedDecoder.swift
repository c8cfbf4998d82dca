extension EverestW311 {
  /// Decodes the frames that a watch sends into messages.
  ///
  /// Call it with every notification in order of arrival. It assembles days of several packets. Every frame is part of
  /// a message.
  public struct ReceivedDecoder: Sendable {
    /// Packets of an answer whose end has not arrived.
    private struct Series {
      let kind: Incomplete.Kind
      var packets: [[UInt8]]
      var ordinals: [Int]
    }

    /// A day has at most 77 packets; the limit bounds memory.
    private static let maximumPackets = 200

    private var series: Series?
    /// True if the last real-time frame may be followed by one without a head.
    private var expectsDetails = false
    private var nextOrdinal = 0

    /// Creates a decoder.
    public init() {}

    /// Decodes one notification. If `channel` is `nil`, the frame after a day's totals determines whether they were
    /// sent in real time or begin the day's history. `emit` is called with each message that this frame completes, and
    /// its frames. They are numbered in order of arrival, or by `number`.
    public mutating func receive(
      _ bytes: [UInt8], on channel: Channel? = nil, number: Int? = nil, emit: (Message, FrameTrail) -> Void
    ) {
      if let number { nextOrdinal = number }
      defer { nextOrdinal += 1 }
      let frame = Frame(bytes).flatMap { $0.sender == .watch ? $0 : nil }
      switch channel {
      case .commands: emit(Message(bytes), FrameTrail(last: nextOrdinal))
      case .realTime: receiveRealTime(bytes, frame, emit)
      case .history, nil: receiveHistory(bytes, frame, emit)
      }
    }

    /// Emits incomplete messages and drops them. Frame numbering continues.
    public mutating func finish(emit: (Message, FrameTrail) -> Void) {
      expectsDetails = false
      guard let series else { return }
      self.series = nil
      // Totals followed by nothing, or by one packet of details, were sent in real time.
      if series.kind == .day, series.packets.count <= 2, case .realTimeSteps = Message(series.packets[0]) {
        let details = series.packets.dropFirst().map { DayDetails($0) }
        if !details.contains(nil) {
          emit(Message(series.packets[0]), FrameTrail(last: series.ordinals[0]))
          for (details, ordinal) in zip(details, series.ordinals.dropFirst()) {
            if let details { emit(.dayDetails(details), FrameTrail(last: ordinal)) }
          }
          return
        }
      }
      emitMessage(
        .incomplete(Incomplete(kind: series.kind, packets: series.packets, hasEnded: false)), series.ordinals, emit)
    }

    private mutating func receiveRealTime(
      _ bytes: [UInt8], _ frame: Frame?, _ emit: (Message, FrameTrail) -> Void
    ) {
      let message =
        frame == nil && expectsDetails ? DayDetails(bytes).map(Message.dayDetails) ?? Message(bytes) : Message(bytes)
      if case .realTimeSteps = message { expectsDetails = true } else { expectsDetails = false }
      emit(message, FrameTrail(last: nextOrdinal))
    }

    private mutating func receiveHistory(
      _ bytes: [UInt8], _ frame: Frame?, _ emit: (Message, FrameTrail) -> Void
    ) {
      guard let frame else {
        guard var open = series, open.packets.count < Self.maximumPackets else {
          finish(emit: emit)
          return emit(.undecoded(Undecoded(bytes)), FrameTrail(last: nextOrdinal))
        }
        series = nil
        open.packets.append(bytes)
        open.ordinals.append(nextOrdinal)
        series = open
        return
      }
      if let open = series, frame.command == open.kind.command, frame.mark == Frame.Mark.end, frame.payload.isEmpty {
        series = nil
        let whole: Message? =
          open.kind == .day
          ? DayHistory(open.packets).map(Message.dayHistory)
          : HeartRateHistory(open.packets).map(Message.heartRateHistory)
        let packets = open.packets + [bytes]
        return emitMessage(
          whole ?? .incomplete(Incomplete(kind: open.kind, packets: packets, hasEnded: true)),
          open.ordinals + [nextOrdinal], emit)
      }
      finish(emit: emit)
      switch (frame.command, frame.mark) {
      case (DayHistory.command, Frame.Mark.data): series = Series(kind: .day, packets: [bytes], ordinals: [nextOrdinal])
      case (HeartRateHistory.command, Frame.Mark.data):
        series = Series(kind: .heartRate, packets: [bytes], ordinals: [nextOrdinal])
      default: emit(Message(bytes), FrameTrail(last: nextOrdinal))
      }
    }

    private func emitMessage(_ message: Message, _ ordinals: [Int], _ emit: (Message, FrameTrail) -> Void) {
      if let trail = FrameTrail(ordinals) { emit(message, trail) }
    }
  }
}
