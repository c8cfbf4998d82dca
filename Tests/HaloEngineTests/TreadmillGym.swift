import HaloTesting
import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

/// A simulated treadmill, a journal, and a person who runs the belt while a workout is recorded.
struct TreadmillGym: Sendable {
  /// The observations during a workout.
  struct Ride: Sendable {
    /// The real speeds of the belt in km/h, a few seconds after each order.
    var speeds: [Double] = []
    /// The highest speed of the belt, in km/h.
    var fastest = 0.0
    /// The latest shown speed after each order, in km/h.
    var shown: [Double] = []
    /// The distance that the belt ran, in meters.
    var meters = 0.0
    /// The stored workout.
    var stored: StoredWorkout?
  }

  let home: RingHome
  let belt: VirtualFitnessMachine

  /// A treadmill that advertises this name.
  init(_ clock: SimulatedClock, _ folder: TemporaryFolder, advertising name: String?, _ quirks: MachineQuirks)
    async throws
  {
    home = try await RingHome(clock, folder)
    belt = VirtualFitnessMachine(
      .treadmill, device: DeviceID("D4:10:00:00:00:07"), name: name ?? "Treadmill", quirks: quirks)
    await home.medium.add(belt)
  }

  /// The machine's advertisement in a scan.
  func advertisement(_ name: String?) -> Advertisement {
    Advertisement(
      device: belt.profile.device, name: name, services: belt.profile.advertisedServices, rssi: -50,
      isConnectable: true)
  }

  /// Records a workout on the machine, and calls `body` when it is connected.
  func record(
    _ machine: Device, _ treadmill: TreadmillController, linked: AsyncStream<Void>,
    report: @escaping @Sendable (WorkoutEvent) -> Void = { _ in }, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> StoredWorkout? {
    try await home.engine.recordWorkout(
      machine: machine, heart: nil, of: "Ada", treadmill: treadmill,
      until: {
        for await _ in linked { break }
        try await body()
      }, report: report)
  }

  /// Takes control, starts the belt, orders each of the speeds, runs at each for `time`, and releases control.
  func ride(
    _ machine: Device, at speeds: [Double], limit: Double, each time: Duration = .seconds(12)
  ) async throws -> Ride {
    let (clock, belt) = (home.clock, belt)
    let (linked, link) = AsyncStream<Void>.makeStream()
    let treadmill = TreadmillController { if case .connected(isControllable: true) = $0 { link.yield() } }
    let (seen, latest) = (Shared(), Shared())
    let before = belt.meters(at: clock.now)
    let stored = try await record(machine, treadmill, linked: linked) { event in
      guard case .record(let record) = event, let speed = record[.speed] else { return }
      let real = belt.speed(at: clock.now)
      latest.change { $0.shown = [speed] }
      seen.change { $0.fastest = max($0.fastest, real) }
    } _: {
      try await treadmill.withLease(.upTo(limit)) { lease in
        try await lease.order(.start(nil))
        for speed in speeds {
          try await lease.order(.speed(speed))
          try await clock.sleep(for: time)
          let real = belt.speed(at: clock.now)
          let shown = latest.value.shown
          seen.change { ride in
            ride.speeds.append(real)
            ride.shown += shown
          }
        }
      }
    }
    var ride = seen.value
    ride.stored = stored
    ride.meters = belt.meters(at: clock.now) - before
    return ride
  }

  private final class Shared: Sendable {
    private let ride = Mutex(Ride())
    var value: Ride { ride.withLock { $0 } }
    func change(_ body: (inout sending Ride) -> Void) { ride.withLock { body(&$0) } }
  }
}

extension PersonalLimits {
  /// The limits of a person who allows up to `speed` km/h.
  static func upTo(_ speed: Double) -> PersonalLimits {
    PersonalLimits(MachineLimits(speed: SpeedLimit(kilometersPerHour: speed)), path: "settings.yaml")
  }
}

/// Speeds in m/s and distances in meters of a workout's points, as written to a file.
struct FilePoints {
  var speeds: [Double] = []
  var meters: [Double] = []
  /// The distance of the lap, in meters.
  var lap: Double?

  /// The points of a FIT file.
  init(fit recording: WorkoutRecording) {
    let bytes = FIT.bytes(recording)
    func number(_ place: Int, _ width: Int) -> Int { (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) } }
    var fields: [Int: (message: Int, sizes: [(number: Int, size: Int)])] = [:]
    var place = 14
    while place < bytes.count - 2 {
      let (local, isDefinition) = (Int(bytes[place] & 0x0F), bytes[place] & 0x40 != 0)
      place += 1
      if isDefinition {
        let count = number(place + 4, 1)
        fields[local] = (
          number(place + 2, 2), (0..<count).map { (number(place + 5 + $0 * 3, 1), number(place + 6 + $0 * 3, 1)) }
        )
        place += 5 + count * 3
        continue
      }
      guard let (message, sizes) = fields[local] else { return }
      for (field, size) in sizes {
        switch (message, field) {
        case (20, 5) where number(place, 4) != 0xFFFF_FFFF: meters.append(Double(number(place, 4)) / 100)
        case (20, 6) where number(place, 2) != 0xFFFF: speeds.append(Double(number(place, 2)) / 1000)
        case (19, 9): lap = Double(number(place, 4)) / 100
        default: break
        }
        place += size
      }
    }
  }

  /// The points of a TCX file.
  init(tcx recording: WorkoutRecording) {
    let text = TCX.text(recording)
    func values(_ name: String) -> [Double] {
      text.components(separatedBy: "<\(name)>").dropFirst().compactMap {
        Double($0.prefix { $0 != "<" })
      }
    }
    speeds = values("Speed")
    let meters = values("DistanceMeters")
    lap = meters.first
    self.meters = [Double](meters.dropFirst())
  }
}
