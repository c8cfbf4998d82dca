public import HaloBluetooth
public import HaloHealth
import HaloWearables

extension FitnessMachineDriver {
  /// Machines store no days, and connecting to a machine in use would disturb its user.
  public static var storesDays: Bool { false }

  /// The decoder's name and version.
  public static var decoderName: String { "fitness-machine/2" }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents {
    var reader = FitnessMachine.SessionDecoder(
      unit: FitnessMachine.SpeedUnit(advertisedName: advertisedName) ?? .specified)
    for (place, frame) in frames.enumerated() where frame.direction == .received { reader.read(frame, place) }
    return reader.finish()
  }

  /// Returns the last known state of the belt in a session's frames; `nil` if they have no belt data.
  public static func lastBeltState(
    _ frames: [RecordedFrame], advertisedName: String?
  ) -> (speed: Double, moment: Moment, wasStarted: Bool)? {
    let unit = FitnessMachine.SpeedUnit(advertisedName: advertisedName) ?? .specified
    var assembler = FitnessMachine.RecordAssembler()
    var belt: (speed: Double, moment: Moment)?
    for frame in frames where frame.direction == .received && frame.characteristic == FitnessMachine.GATT.treadmillData
    {
      guard let data = FitnessMachine.MachineData(.treadmill, value: frame.bytes),
        let speed = assembler.receive(data)?.inKilometers(from: unit)[.speed]
      else { continue }
      belt = (speed, frame.moment)
    }
    let wasStarted = frames.contains {
      $0.direction == .sent && $0.characteristic == FitnessMachine.GATT.controlPoint && $0.bytes.first == 0x07
    }
    return belt.map { ($0.speed, $0.moment, wasStarted) }
  }
}

extension FitnessMachine {
  /// Decodes the live records of a machine.
  struct SessionDecoder {
    /// The unit of the machine's speeds.
    private let unit: SpeedUnit
    private var contents = SessionContents()
    private var assembler = RecordAssembler()
    /// The start of the current minute, and the distance at that time. Minutes count from the first distance of the
    /// session, not from the clock, so that minutes of two sessions never start at the same time.
    private var minute: (start: Moment, meters: Double)?
    /// The latest distance, with its frames.
    private var latest: (meters: Double, provenance: Provenance)?

    init(unit: SpeedUnit) { self.unit = unit }

    mutating func read(_ frame: RecordedFrame, _ place: Int) {
      guard let machine = MachineKind(dataCharacteristic: frame.characteristic),
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

    /// Returns the contents, including the distance of the last, incomplete minute.
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
        LogEntry(
          log: "live", readings: Readings(samples: samples), clock: .moments(times), frames: frames,
          decoder: FitnessMachineDriver.decoderName))
    }

    /// Returns the distance of a completed minute, and its start; of several minutes if there was a gap.
    private mutating func distance(_ record: MachineRecord, _ now: Moment, _ provenance: Provenance) -> (
      Sample, Moment
    )? {
      guard let meters = record[.meters] else { return nil }
      latest = (meters, provenance)
      guard let minute else {
        self.minute = (now, meters)
        return nil
      }
      let minutes = (now - minute.start).milliseconds.floorDivided(by: Duration.minutes(1).milliseconds)
      // If the clock was set back during the session, start counting minutes again.
      guard minutes != 0 else { return nil }
      let start = Moment(
        milliseconds: (minutes > 0 ? minute.start + .minutes(minutes) : now).milliseconds,
        secondsFromGMT: now.secondsFromGMT)
      self.minute = (start, meters)
      // After a reset the machine counts from 0.
      guard meters > minute.meters else { return nil }
      return (Self.distance(meters - minute.meters, minute.start, minutes: max(1, minutes), provenance), minute.start)
    }

    private static func distance(
      _ meters: Double, _ start: Moment, minutes: Int, _ provenance: Provenance
    ) -> Sample {
      Sample(.distance, meters, start: start.wallClock, minutes: minutes, source: .live, provenance: provenance)
    }
  }
}
