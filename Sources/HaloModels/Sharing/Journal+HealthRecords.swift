import HaloBluetooth
public import HaloHealth
public import HaloInterchange
public import HaloJournal

extension Journal {
  /// Returns the records of a day on the wearer's local time for Apple Health, in order of time: all measurements of
  /// the wearer's devices, including devices that were removed since. A sleep belongs to the day of waking up.
  public func healthRecords(of day: CalendarDate, wearer: String) throws -> [HealthRecord] {
    let devices = try allDevices().filter { $0.wearer == wearer }
    let identifiers = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.identifier.text) })
    let time = day.earliestBeginning..<day.latestEnd
    var records: [HealthRecord] = []
    for metric in Self.metricsForHealth {
      for sample in try samples(of: metric, wearer: wearer, in: time) where sample.start.wallClock.date == day {
        guard let device = identifiers[sample.device] else { continue }
        let record = HealthRecord(
          metric, sample.value, start: sample.start, length: sample.length, source: sample.source,
          isDoubtful: sample.isDoubtful, device: device)
        if let record { records.append(record) }
      }
    }
    for device in devices {
      for reported in try nights(of: device, from: day, to: day) {
        records += HealthRecord.records(of: reported.night, start: reported.start, device: device.identifier.text)
      }
    }
    return records.sorted { ($0.start, $0.identity) < ($1.start, $1.identity) }
  }

  private static let metricsForHealth: [Metric] = [
    .heartRate, .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .steps,
  ]
}
