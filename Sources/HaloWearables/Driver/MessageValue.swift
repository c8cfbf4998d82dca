/// A value in a device's message.
public enum MessageValue: Sendable, Hashable {
  /// A sample. `at` is the time of the measurement, with the UTC offset of the clock that gave it.
  case sample(Metric, Double, at: Moment)
  /// A night or a nap that began at `start`, on the device's clock.
  case sleep(Night.Kind, start: WallClock)
  /// The device's own totals of one day.
  case totals(CalendarDate)
}

extension SessionReading {
  /// Finds the bytes of a message that hold a value, by the index of their frame in the session: the bytes whose change
  /// changes this value and no other. Returns an empty result if the message does not contain the value.
  ///
  /// Decodes the message again with one byte changed at a time. A decoder is a pure function of its frames, so this
  /// works for every driver without a table. A date, an index or a count moves or removes other values as well, and is
  /// not attributed to the value.
  ///
  /// - Parameters:
  ///   - value: The value to find.
  ///   - message: The indices of the message's frames in `session`, in order.
  ///   - session: Frames of the session up to the last of the message. The earlier frames contain the request and
  ///     other context.
  ///   - device: The device's traits, which can decide its units.
  public static func bytes(
    of value: MessageValue, in message: [Int], of session: [RecordedFrame], from device: DeviceTraits
  ) -> [Int: [Range<Int>]] {
    guard message.allSatisfy(session.indices.contains) else { return [:] }
    func windows(_ message: [Int]) -> some Sequence<MessageWindow<Self>> {
      // Most messages can be decoded alone. Others depend on the request, or on earlier measurements.
      let first = message.first ?? 0
      let windows = [message] + [0, 8, 64, 512, first].map { Array(max(0, first - $0)...(message.last ?? 0)) }
      return windows.lazy.map { MessageWindow<Self>(session, $0, message: message, device) }
    }
    // A statement may span many messages, such as the days that a night is in. Narrow it down to the value's own
    // frames.
    let own = windows(message).lazy.compactMap { window in
      window.decodedValues(byStatement: true).frames(of: value).map { $0.map { window.indices[$0] } }
    }.first { !$0.isEmpty }
    // Decoding a night also needs the day before, whose frames may come later.
    return own.flatMap { own in
      windows(own).lazy.compactMap { $0.bytes(of: value) }.first
        ?? MessageWindow<Self>(session, message, message: own, device).bytes(of: value)
    } ?? [:]
  }
}

/// A message, with the frames of the session needed to decode it.
private struct MessageWindow<Driver: SessionReading> {
  /// The indices of the frames in the session.
  let indices: [Int]
  private let frames: [RecordedFrame]
  /// The indices of the message's frames among them.
  private let message: [Int]
  private let device: DeviceTraits

  init(_ session: [RecordedFrame], _ indices: [Int], message: [Int], _ device: DeviceTraits) {
    self.indices = indices
    self.device = device
    frames = indices.map { session[$0] }
    let own = Set(message)
    self.message = indices.indices.filter { own.contains(indices[$0]) }
  }

  /// Decodes the values of the message: all of its statement, or only those whose provenance is these frames.
  func decodedValues(byStatement: Bool) -> DecodedValues { decodedValues(frames, byStatement: byStatement) }

  private func decodedValues(_ frames: [RecordedFrame], byStatement: Bool = false) -> DecodedValues {
    var decodedValues = DecodedValues()
    for statement in Driver.read(frames, of: device).statements
    where !byStatement || statement.frames == message {
      func isOwn(_ provenance: Provenance) -> Bool { byStatement || provenance.frames == message }
      for (index, sample) in statement.readings.samples.enumerated() where isOwn(sample.provenance) {
        decodedValues.samples.append(sample)
        switch statement.clock {
        case .device: decodedValues.times.append(.device)
        case .host: decodedValues.times.append(.host)
        case .moments(let moments):
          decodedValues.times.append(moments.indices.contains(index) ? .moment(moments[index].milliseconds) : .host)
        }
      }
      decodedValues.nights += statement.readings.nights.filter { isOwn($0.provenance) }
      decodedValues.totals += statement.readings.totals.filter { isOwn($0.provenance) }
    }
    return decodedValues
  }

  /// Returns the byte ranges of the value by the index of their frame in the session; `nil` if the value does not
  /// appear in these frames.
  func bytes(of value: MessageValue) -> [Int: [Range<Int>]]? {
    let original = decodedValues(frames)
    guard let index = original.index(of: value) else { return nil }
    var own: [Int: Set<Int>] = [:]
    var shared: [Int: Set<Int>] = [:]
    /// Bytes whose change removed the value: they are invalid then, and drop the message.
    var gone: [BytePlace] = []
    func effect(of bytes: ArraySlice<BytePlace>, turn: Int = 0) -> DecodedValues.Effect {
      original.effect(on: value, index, decodedValues(changing(bytes.map { ($0, flip(of: $0, turn)) })))
    }
    /// Notes the effect of one byte; false if the value is gone.
    func note(_ effect: DecodedValues.Effect, of byte: BytePlace) -> Bool {
      switch effect {
      case .own: own[byte.frame, default: []].insert(byte.byte)
      case .shared: shared[byte.frame, default: []].insert(byte.byte)
      case .other: break
      case .gone: return false
      }
      return true
    }
    /// Finds the value's bytes among some bytes. Most bytes do not affect the value, so many are tried at once.
    func search(_ bytes: ArraySlice<BytePlace>) {
      guard let first = bytes.first else { return }
      let effect = effect(of: bytes)
      if bytes.count == 1 {
        if !note(effect, of: first) { gone.append(first) }
      } else if effect != .other {
        let middle = bytes.startIndex + bytes.count / 2
        search(bytes[..<middle])
        search(bytes[middle...])
      }
    }
    /// The frames that may hold bytes of the value: when some were found, their frames and, for a value across a
    /// boundary, the next.
    var near: [Int] {
      guard !own.isEmpty else { return message }
      return zip(message, [nil] + message.map(Optional.some)).filter { frame, before in
        own[frame] != nil || before.map { own[$0] != nil } == true
      }.map(\.0)
    }
    func searchWithOtherBits() {
      let frames = Set(near)
      for byte in gone where frames.contains(byte.frame) {
        _ = (1..<4).first { note(effect(of: [byte], turn: $0), of: byte) }
      }
      gone = []
    }
    // The last bytes of a frame may be a checksum.
    search(
      message.flatMap { frame in frames[frame].bytes.indices.dropFirst(2).map { BytePlace(frame: frame, byte: $0) } }[
        ...])
    searchWithOtherBits()
    // The first two bytes, such as message type and part number, are tested one by one.
    for frame in near {
      for byte in frames[frame].bytes.indices.prefix(2) { search([BytePlace(frame: frame, byte: byte)]) }
    }
    searchWithOtherBits()
    return Dictionary(
      uniqueKeysWithValues: (own.isEmpty ? shared : own).map { frame, bytes in
        // Bytes within a night's range belong to it even if changing them has no effect: its length, and some stages.
        if case .sleep = value { return (indices[frame], [(bytes.min() ?? 0)..<(bytes.max() ?? 0) + 1]) }
        return (indices[frame], Self.ranges(bytes))
      })
  }

  /// Returns the bit to change in a byte, another one at each of four turns: first those that can be cleared. Setting one
  /// may make an end mark, such as FF, and changes in both directions may cancel out in a sum.
  private func flip(of place: BytePlace, _ turn: Int) -> UInt8 {
    let bits = (0..<4).map { [0x01, 0x04, 0x02, 0x10][($0 + place.frame + place.byte) % 4] as UInt8 }
    let byte = frames[place.frame].bytes[place.byte]
    return (bits.filter { byte & $0 != 0 } + bits.filter { byte & $0 == 0 })[turn]
  }

  private func changing(_ flips: [(BytePlace, UInt8)]) -> [RecordedFrame] {
    var bytes: [Int: [UInt8]] = [:]
    for (place, flip) in flips { bytes[place.frame, default: frames[place.frame].bytes][place.byte] ^= flip }
    let part = message.map { index in bytes[index].map { frames[index].with($0) } ?? frames[index] }
    var all = frames
    for (index, frame) in zip(message, Driver.withChecksums(part)) { all[index] = frame }
    return all
  }

  private static func ranges(_ bytes: Set<Int>) -> [Range<Int>] {
    bytes.sorted().reduce(into: []) { ranges, byte in
      if let last = ranges.last, last.upperBound == byte {
        ranges[ranges.count - 1] = last.lowerBound..<byte + 1
      } else {
        ranges.append(byte..<byte + 1)
      }
    }
  }
}

/// A byte of a window.
private struct BytePlace {
  /// The index of its frame in the window.
  let frame: Int
  let byte: Int
}

/// The decoded values of a message.
private struct DecodedValues {
  enum Time { case device, host, moment(Int) }

  /// The effect of a changed byte.
  enum Effect { case own, shared, other, gone }

  var samples: [Sample] = []
  /// The clock or the time of each sample.
  var times: [Time] = []
  var nights: [Night] = []
  var totals: [DailyTotals] = []

  func index(of value: MessageValue) -> Int? {
    switch value {
    case .sample(let metric, let number, let moment):
      samples.indices.first { index in
        let sample = samples[index]
        guard sample.metric == metric, sample.value == number else { return false }
        return switch times[index] {
        case .device: sample.start == moment.wallClock
        case .host: true
        case .moment(let milliseconds): milliseconds == moment.milliseconds
        }
      }
    case .sleep(let kind, let start): nights.firstIndex { $0.kind == kind && $0.start == start }
    case .totals(let date): totals.firstIndex { $0.date == date }
    }
  }

  /// Returns the frames that contain a value.
  func frames(of value: MessageValue) -> [Int]? {
    index(of: value).map { index in
      switch value {
      case .sample: samples[index].provenance.frames
      case .sleep: nights[index].provenance.frames
      case .totals: totals[index].provenance.frames
      }
    }
  }

  /// Compares the values before and after a change, and returns its effect on one value.
  func effect(on value: MessageValue, _ index: Int, _ after: DecodedValues) -> Effect {
    func effect<Value: Equatable>(_ before: [Value], _ after: [Value], _ isSame: (Value, Value) -> Bool) -> Effect {
      let value = before[index]
      guard after.indices.contains(index), isSame(value, after[index]), before.count == after.count else {
        // Values were added or removed, but this one may be unchanged.
        return after.contains(value) ? .other : .gone
      }
      if value == after[index] { return .other }
      return before.indices.contains { $0 != index && before[$0] != after[$0] } ? .shared : .own
    }
    return switch value {
    case .sample:
      effect(samples, after.samples) { ($0.metric, $0.start, $0.minutes) == ($1.metric, $1.start, $1.minutes) }
    case .sleep: effect(nights, after.nights) { _, _ in true }
    case .totals: effect(totals, after.totals) { _, _ in true }
    }
  }
}

extension RecordedFrame {
  /// Returns a copy of the frame with other bytes.
  public func with(_ bytes: [UInt8]) -> RecordedFrame {
    RecordedFrame(
      device: device, direction: direction, characteristic: characteristic, bytes: bytes, time: time, zone: zone,
      secondsFromGMT: secondsFromGMT)
  }
}
