import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

/// A simulated place with a ring, and a journal in a folder of its own.
struct JournalHome: Sendable {
  let air: Air
  let clock: SimulatedClock
  let ring: VirtualColmiRing
  let journal: Journal
  let engine: Engine
  let device: Device
  let time: WallTime
  let wearer: Wearer

  /// A place where it is `start` on the wall when the simulation begins, some hours east of Greenwich.
  init(
    _ clock: SimulatedClock, _ folder: Folder, start: WallClock = JournalHome.morning, hoursEast: Int = 8,
    model: VirtualRingModel = .r12, seed: UInt64 = 1, battery: RingBatteryModel = RingBatteryModel()
  ) async throws {
    self.clock = clock
    air = Air(clock: clock, seed: seed)
    let time = WallTime.simulated(clock, from: start, hoursEast: hoursEast)
    self.time = time
    wearer = Wearer(seed: seed)
    ring = VirtualColmiRing(model, wearer: wearer, battery: battery) { time.wallClock }
    await air.add(ring)
    journal = try Journal(path: folder.path("journal.sqlite"))
    engine = Engine(
      journal: journal, radio: air.central(), registry: .bundled,
      environment: DriverEnvironment(clock: clock, time: time))
    let profile = ring.profile
    device = try engine.pair(
      Advertisement(
        device: profile.device, name: profile.name, services: [], manufacturerData: profile.manufacturerData, rssi: -50,
        isConnectable: true), name: "ring", wearer: "me")
  }

  static let morning = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 10 * 60 + 16)

  /// All samples of the logs, without where they came from.
  func values() throws -> Set<Value> {
    var values: Set<Value> = []
    for metric in Metric.allCases where metric != .battery && metric != .batteryCharging {
      for sample in try journal.samples(of: metric, in: JournalHome.ever) where sample.source != .live {
        values.insert(Value(metric: metric, start: sample.start.wallClock, source: sample.source, value: sample.value))
      }
    }
    return values
  }

  /// The same, of the wearer's life.
  func truth(now: WallClock, model: VirtualRingModel = .r12) -> Set<Value> {
    var values: Set<Value> = []
    for daysAgo in 0..<7 {
      let day = wearer.day(now.date.adding(days: -daysAgo))
      for (slot, bpm) in day.heartRate.enumerated() {
        let start = WallClock(date: day.date, minuteOfDay: slot * 5)
        if slot * 5 % model.heartRateInterval == 0, start <= now, bpm > 0 {
          values.insert(Value(metric: .heartRate, start: start, source: .log, value: Double(bpm)))
        }
      }
      for hour in day.hours {
        let start = WallClock(date: day.date, minuteOfDay: hour.hour * 60)
        if start.adding(minutes: 60) <= now {
          values.insert(Value(metric: .steps, start: start, source: .log, value: Double(hour.steps)))
        }
      }
    }
    return values
  }

  struct Value: Hashable {
    let metric: Metric
    let start: WallClock
    let source: SampleSource
    let value: Double
  }

  static let noon = Moment(milliseconds: 1_794_484_800_000, secondsFromGMT: 0)

  static let ever = Moment(milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 43, secondsFromGMT: 0)
}

/// A folder that goes with its last user.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path() }
}
