public import HaloBluetooth
import HaloHealth

extension FitnessMachineDriver: SessionReading {
  /// Machines keep nothing, and whoever connects to one that somebody runs on gets in the way.
  public static var keepsDays: Bool { false }

  public static var decoderName: String { "fitness-machine/1" }

  public static func read(_ frames: [RecordedFrame]) -> SessionContents {
    var reader = FitnessMachine.SessionReader()
    for (place, frame) in frames.enumerated() where frame.direction == .received { reader.read(frame, place) }
    return reader.contents
  }
}

extension FitnessMachine {
  /// Reads what a machine measured while somebody watched.
  struct SessionReader {
    private(set) var contents = SessionContents()
    private var assembler = RecordAssembler()
    /// The distance when the present minute began, with the minute.
    private var minute: (start: WallClock, meters: Double)?

    mutating func read(_ frame: RecordedFrame, _ place: Int) {
      guard let machine = Machine(dataCharacteristic: frame.characteristic),
        let data = MachineData(machine, value: frame.bytes),
        let record = assembler.receive(data, frame: place)
      else { return }
      let now = frame.moment.wallClock
      let provenance = Provenance(frames: record.frames, decoder: FitnessMachineDriver.decoderName)
      let values: [(Metric, Double?)] = [
        (.heartRate, record[.bpm]), (.speed, record[.speed].map { $0 / 3.6 }), (.power, record[.watts]),
        (.cadence, record[.cadence] ?? record[.strokeRate] ?? record[.stepsPerMinute]),
      ]
      var samples = values.compactMap { metric, value in
        value.map { Sample(metric, $0, start: now, source: .live, provenance: provenance) }
      }
      if let sample = distance(record, now, provenance) { samples.append(sample) }
      guard !samples.isEmpty else { return }
      contents.statements.append(
        LogStatement(
          log: "live", readings: Readings(samples: samples), clock: .host(secondsFromGMT: frame.secondsFromGMT),
          frames: record.frames, decoder: FitnessMachineDriver.decoderName))
    }

    /// The metres of a minute, once it is over.
    private mutating func distance(_ record: Record, _ now: WallClock, _ provenance: Provenance) -> Sample? {
      guard let meters = record[.meters] else { return nil }
      let start = WallClock(date: now.date, minuteOfDay: now.secondOfDay / 60)
      guard let minute, minute.start != start else {
        if self.minute == nil { self.minute = (start, meters) }
        return nil
      }
      self.minute = (start, meters)
      // A machine that was set back counts from 0.
      guard meters > minute.meters else { return nil }
      return Sample(
        .distance, meters - minute.meters, start: minute.start, minutes: 1, source: .live, provenance: provenance)
    }
  }
}
