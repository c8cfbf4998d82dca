public import HaloBluetooth
public import HaloHealth
import HaloWearables

extension FitnessMachineDriver {
  /// Machines keep nothing, and whoever connects to one that somebody runs on gets in the way.
  public static var keepsDays: Bool { false }

  public static var decoderName: String { "fitness-machine/2" }

  public static func read(_ frames: [RecordedFrame], advertisedName: String?) -> SessionContents {
    var reader = FitnessMachine.SessionReader(
      unit: FitnessMachine.SpeedUnit(advertisedName: advertisedName) ?? .specified)
    for (place, frame) in frames.enumerated() where frame.direction == .received { reader.read(frame, place) }
    return reader.finish()
  }

  public static func lastBelt(
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
  /// Reads what a machine measured while somebody watched.
  struct SessionReader {
    /// The unit of the machine's speeds.
    private let unit: SpeedUnit
    private var contents = SessionContents()
    private var assembler = RecordAssembler()
    /// When the present minute began, and the distance then. Minutes count from the first distance of the session, not from full
    /// minutes of the clock, so that those of two sessions never begin at the same time.
    private var minute: (start: Moment, meters: Double)?
    /// The latest distance, with the frames that told it.
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
      // A clock that was set back during the session begins a new count of minutes.
      guard minutes != 0 else { return nil }
      let start = Moment(
        milliseconds: (minutes > 0 ? minute.start + .minutes(minutes) : now).milliseconds,
        secondsFromGMT: now.secondsFromGMT)
      self.minute = (start, meters)
      // A machine that was set back counts from 0.
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
