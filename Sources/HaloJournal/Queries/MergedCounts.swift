/// The counts of a metric on a day, of several devices on one wearer, merged by time: where intervals overlap, those of
/// the device that comes first count, and of an interval that is covered in part, as much as is not.
///
/// Devices come in the order of their ranks, then of their amounts. An app may write for several devices: its
/// intervals that overlap are taken for those of several devices. Apple Health and Health Connect merge in the same way.
///
/// A device that was synced reports all that it counted: in an hour with a count or a heart rate of it, other devices do
/// not count. For example, W311 watches log minutes, and rings quarters of an hour.
struct MergedCounts {
  /// The part of a device.
  struct Part {
    let device: Int
    /// What counts.
    var counted: Double
    /// What the device counted.
    let all: Double
    let rank: Int?

    /// The part in whole numbers.
    var candidate: DeviceChoice.Candidate {
      .init(device: device, amount: Int(rounded: counted), of: Int(rounded: all), rank: rank)
    }
  }

  /// The devices, the first one first.
  private(set) var parts: [Part] = []
  /// What counts of each interval, in order of time.
  private(set) var samples: [StoredSample] = []
  /// True if the first device's own total of the day counts in place of the sum of its log.
  private(set) var isTotal = false

  /// The amount of the day.
  var amount: Double { parts.reduce(0) { $0 + $1.counted } }

  /// Two records of a phone that follow each other may overlap by the second to which they are rounded.
  private static let rounding = Milliseconds.second

  /// Merges the samples of a day. `totals` are the devices' own totals of it, and `worn` the hours since 1970 in which
  /// synced devices measured something else.
  init(
    _ samples: [StoredSample], totals: [Int: Double] = [:], worn: [Int: Set<Int>] = [:], ranks: (Int) -> Int?
  ) {
    let logs = Dictionary(grouping: samples, by: \.device)
    let devices = Set(logs.keys).union(totals.keys).map { device in
      let log = (logs[device] ?? []).reduce(0) { $0 + $1.value }
      return Part(device: device, counted: 0, all: max(log, totals[device] ?? 0), rank: ranks(device))
    }.sorted { ($0.rank ?? Int.max, $1.all, $0.device) < ($1.rank ?? Int.max, $0.all, $1.device) }
    var covered = Spans()
    for (number, device) in devices.enumerated() {
      var part = device
      for track in Self.tracks(logs[device.device] ?? []) {
        for sample in track {
          let share = covered.freeShare(of: sample.span)
          guard share > 0 else { continue }
          var counted = sample
          counted.value *= share
          part.counted += counted.value
          self.samples.append(counted)
        }
        for sample in track { covered.add(sample.span) }
      }
      for sample in logs[device.device] ?? [] where sample.statement != nil { covered.add(sample.hours) }
      for hour in worn[device.device] ?? [] { covered.add(hour * Milliseconds.hour..<(hour + 1) * Milliseconds.hour) }
      // A total has no times: only that of the first device can count, and without a log it is of the whole day.
      if number == 0, let total = totals[device.device], total >= part.counted {
        part.counted = total
        isTotal = true
        if logs[device.device] == nil { covered.add(Int.min..<Int.max) }
      }
      parts.append(part)
    }
    self.samples.sort { ($0.start, $0.device, $0.length) < ($1.start, $1.device, $1.length) }
  }

  /// The sum of one device's log, whose intervals neither overlap nor pass midnight.
  init(sum: Double, of device: Int, total: Double?) {
    isTotal = total.map { $0 >= sum } ?? false
    let counted = max(sum, total ?? sum)
    parts = [Part(device: device, counted: counted, all: counted, rank: nil)]
  }

  /// Samples of one device in series without overlaps, the one with the largest sum first.
  private static func tracks(_ samples: [StoredSample]) -> [[StoredSample]] {
    var tracks: [(end: Int, samples: [StoredSample])] = []
    for sample in samples.sorted(by: { ($0.span.lowerBound, -$0.length) < ($1.span.lowerBound, -$1.length) }) {
      // A moment overlaps nothing, and the log of a synced device has each count once.
      let index =
        sample.length == 0 || sample.statement != nil
        ? tracks.indices.first : tracks.firstIndex { $0.end - rounding <= sample.span.lowerBound }
      if let index {
        tracks[index].samples.append(sample)
        tracks[index].end = max(tracks[index].end, sample.span.upperBound)
      } else {
        tracks.append((sample.span.upperBound, [sample]))
      }
    }
    func sum(_ samples: [StoredSample]) -> Double { samples.reduce(0) { $0 + $1.value } }
    return tracks.count == 1 ? [tracks[0].samples] : tracks.map(\.samples).sorted { sum($0) > sum($1) }
  }
}

extension MergedCounts {
  /// Times that do not overlap, in order.
  private struct Spans {
    private var spans: [Range<Int>] = []

    /// The share of a time that is not among these; of a moment, all or nothing.
    func freeShare(of span: Range<Int>) -> Double {
      let near = overlapping(span.isEmpty ? span.lowerBound..<span.lowerBound + 1 : span)
      if span.isEmpty { return near.isEmpty ? 1 : 0 }
      let taken = near.reduce(0) { $0 + spans[$1].clamped(to: span).count }
      return Double(span.count - taken) / Double(span.count)
    }

    mutating func add(_ span: Range<Int>) {
      guard !span.isEmpty else { return }
      let near = overlapping(span)
      let first = near.first.map { min(span.lowerBound, spans[$0].lowerBound) } ?? span.lowerBound
      let last = near.last.map { max(span.upperBound, spans[$0].upperBound) } ?? span.upperBound
      spans.replaceSubrange(near, with: [first..<last])
    }

    /// The indices of the times that overlap one.
    private func overlapping(_ span: Range<Int>) -> Range<Int> {
      let begin = spans.partitioningIndex { $0.upperBound > span.lowerBound }
      return begin..<max(begin, spans.partitioningIndex { $0.lowerBound >= span.upperBound })
    }
  }
}

extension StoredSample {
  /// The time in milliseconds since 1970.
  fileprivate var span: Range<Int> { start.milliseconds..<start.milliseconds + max(0, length) }

  /// The hours that the time is within, in milliseconds since 1970.
  fileprivate var hours: Range<Int> {
    let first = span.lowerBound
    let last = max(span.lowerBound, span.upperBound - 1)
    return first.floorDivided(by: Milliseconds.hour)
      * Milliseconds.hour..<(last.floorDivided(by: Milliseconds.hour) + 1) * Milliseconds.hour
  }

  /// The parts of the sample on each day, in proportion to its time on it.
  var byDay: [(date: CalendarDate, sample: StoredSample)] {
    var rest = self
    var parts = [(date: CalendarDate, sample: StoredSample)]()
    while true {
      let clock = rest.start.wallClock
      let left = (24 * 3600 - clock.secondOfDay) * Milliseconds.second
      guard rest.length > left else { return parts + [(clock.date, rest)] }
      var part = rest
      part.length = left
      part.value = rest.value * Double(left) / Double(rest.length)
      parts.append((clock.date, part))
      rest.start = rest.start + .milliseconds(left)
      rest.length -= left
      rest.value -= part.value
    }
  }
}
