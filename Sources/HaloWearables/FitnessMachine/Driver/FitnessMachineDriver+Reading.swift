public import HaloBluetooth
import HaloHealth

extension FitnessMachineDriver: SessionReading {
  /// Machines keep nothing, and whoever connects to one that somebody runs on gets in the way.
  public static var keepsDays: Bool { false }

  public static var decoderName: String { "fitness-machine/2" }

  public static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents {
    var reader = FitnessMachine.SessionReader(
      unit: FitnessMachine.SpeedUnit(advertisedName: advertisedName) ?? .specified)
    for (place, frame) in frames.enumerated() where frame.direction == .received { reader.read(frame, place) }
    return reader.finish()
  }
}

extension FitnessMachine {
  /// Reads what a machine measured while somebody watched.
  struct SessionReader {
    /// The unit of the machine's speeds.
    private let unit: SpeedUnit
    private var contents = SessionContents()
    private var assembler = RecordAssembler()
    /// The distance when the present minute began, with the minute.
    private var minute: (start: Moment, meters: Double)?
    /// The latest distance, with the frames that told it.
    private var latest: (meters: Double, provenance: Provenance)?

    init(unit: SpeedUnit) { self.unit = unit }

    mutating func read(_ frame: RecordedFrame, _ place: Int) {
      guard let machine = Machine(dataCharacteristic: frame.characteristic),
        let data = MachineData(machine, value: frame.bytes),
        let record = assembler.receive(data, frame: place)?.inKilometers(from: unit)
      else { return }
      let now = frame.moment
      let provenance = Provenance(frames: record.frames, decoder: FitnessMachineDriver.decoderName)
      let values: [(Metric, Double?)] = [
        (.heartRate, record[.bpm]), (.speed, record[.speed].map { $0 / 3.6 }), (.power, record[.watts]),
        (.cadence, record[.cadence] ?? record[.strokeRate] ?? record[.stepsPerMinute]),
      ]
      var samples = values.compactMap { metric, value in
        value.map { Sample(metric, $0, start: now.wallClock, source: .live, provenance: provenance) }
      }
      var times = samples.map { _ in now }
      if let (sample, time) = distance(record, now, provenance) {
        samples.append(sample)
        times.append(time)
      }
      state(samples, at: times, record.frames)
    }

    /// What was read. The metres of the last minute are told at the end, because nobody began another.
    mutating func finish() -> SessionContents {
      if let minute, let latest, latest.meters > minute.meters {
        let sample = Self.distance(latest.meters - minute.meters, minute.start, minutes: 1, latest.provenance)
        state([sample], at: [minute.start], latest.provenance.frames)
      }
      return contents
    }

    private mutating func state(_ samples: [Sample], at times: [Moment], _ frames: [Int]) {
      guard !samples.isEmpty else { return }
      contents.statements.append(
        LogStatement(
          log: "live", readings: Readings(samples: samples), clock: .moments(times), frames: frames,
          decoder: FitnessMachineDriver.decoderName))
    }

    /// The metres of a minute, once it is over, and when it began; of several where nothing was heard meanwhile.
    private mutating func distance(_ record: Record, _ now: Moment, _ provenance: Provenance) -> (Sample, Moment)? {
      guard let meters = record[.meters] else { return nil }
      latest = (meters, provenance)
      let wall = now.wallClock
      let start = Moment(
        WallClock(date: wall.date, minuteOfDay: wall.secondOfDay / 60), secondsFromGMT: now.secondsFromGMT)
      guard let minute, minute.start != start else {
        if self.minute == nil { self.minute = (start, meters) }
        return nil
      }
      self.minute = (start, meters)
      // A machine that was set back counts from 0.
      guard meters > minute.meters else { return nil }
      let minutes = max(1, (start.milliseconds - minute.start.milliseconds) / 60_000)
      return (Self.distance(meters - minute.meters, minute.start, minutes: minutes, provenance), minute.start)
    }

    private static func distance(
      _ meters: Double, _ start: Moment, minutes: Int, _ provenance: Provenance
    ) -> Sample {
      Sample(.distance, meters, start: start.wallClock, minutes: minutes, source: .live, provenance: provenance)
    }
  }
}
