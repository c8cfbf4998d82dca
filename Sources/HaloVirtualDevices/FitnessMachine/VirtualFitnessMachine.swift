import HaloFitnessMachine
import Synchronization

/// A simulated fitness machine. Treadmills and bikes can be controlled; the others report a simulated user's workout.
public final class VirtualFitnessMachine: VirtualPeripheral {
  /// The kind of machine.
  public let machine: MachineKind
  /// The machine's advertisement and attributes.
  public let profile: PeripheralProfile
  private let quirks: MachineQuirks
  private let state = Mutex(State())

  /// The speed range of a treadmill, in km/h.
  public static let speeds = 1.0...16.0
  /// The speed range of a treadmill that uses miles, in mph, as FITSHOW's FS-BT-T4.
  public static let speedsInMiles = 0.6...3.8
  /// The step of speeds, in the treadmill's own unit.
  public static let speedStep = 0.1
  /// The inclination range in percent.
  public static let inclinations = 0.0...12.0
  /// The step of inclinations in percent.
  public static let inclinationStep = 0.5

  /// The range of a bike's resistance levels, in steps of 1.
  public static let resistances = 1.0...20.0
  /// The range of a bike's power in watts, in steps of 5.
  public static let powers = 25.0...600.0

  private typealias GATT = FitnessMachine.GATT

  private struct State {
    var belt = VirtualBelt()
    var isStarted = false
    var hasControl = false
    var isControlledElsewhere = false
    var isKeyIn = true
    /// The last speed that was set, in km/h.
    var storedSpeed: Double?
    /// The resistance and power that were set on a bike.
    var resistance = 12.0
    var watts = 138.0
    var written: [[UInt8]] = []
    var machineEvents: AsyncStream<MachineEvent>.Continuation?
    var isSilent = false
    var ignoresStop = false
  }

  private enum MachineEvent: Sendable {
    case status(FitnessMachine.MachineStatus)
    case drop
  }

  /// A machine at an address. `quirks` is its compliance with the specification.
  public init(
    _ machine: MachineKind, device: DeviceID, name: String, quirks: MachineQuirks = .strict
  ) {
    self.machine = machine
    self.quirks = quirks
    profile = PeripheralProfile(
      device: device, name: name, advertisedServices: [GATT.service(of: machine)],
      serviceData: machine == .powerMeter
        ? [:] : [GATT.service: FitnessMachine.MachineAdvertisement.serviceData(machine)],
      advertisingInterval: .milliseconds(300), services: Self.services(machine, quirks))
  }

  /// The speed range of this treadmill, in its own unit.
  private var speeds: ClosedRange<Double> { quirks.usesMiles ? Self.speedsInMiles : Self.speeds }

  // MARK: Actions of a test or of a person at the machine

  /// All values that were written to the control point, in order.
  public var written: [[UInt8]] { state.withLock { $0.written } }
  /// Returns the belt's current speed in km/h.
  public func speed(at now: SimulatedClock.Instant) -> Double { belt(at: now).speed }
  /// Returns the belt's total distance in meters.
  public func meters(at now: SimulatedClock.Instant) -> Double { belt(at: now).meters }
  /// Returns the belt's current inclination in percent.
  public func inclination(at now: SimulatedClock.Instant) -> Double { belt(at: now).inclination }

  private func belt(at now: SimulatedClock.Instant) -> VirtualBelt {
    state.withLock { state in
      state.belt.advance(to: now)
      return state.belt
    }
  }

  /// Gives control to another client.
  public func revokeControl() {
    state.withLock { state in
      state.hasControl = false
      state.isControlledElsewhere = true
      state.machineEvents?.yield(.status(.controlPermissionLost))
    }
  }

  /// Makes control available again.
  public func releaseControl() { state.withLock { $0.isControlledElsewhere = false } }

  /// Pulls the safety key, which stops the belt.
  public func pullSafetyKey() {
    state.withLock { state in
      state.isKeyIn = false
      Self.halt(&state)
      state.machineEvents?.yield(.status(.stoppedBySafetyKey))
    }
  }

  /// Presses the machine's stop button.
  public func pressStop() {
    state.withLock { state in
      Self.halt(&state)
      state.machineEvents?.yield(.status(.stoppedOrPaused(1)))
    }
  }

  /// Presses the buttons of the machine until it shows this speed, in km/h; the belt must run.
  public func pressSpeed(_ speed: Double) {
    state.withLock { state in
      guard state.isStarted else { return }
      state.belt.target = speed
      let setting = FitnessMachine.TargetSetting(.speed, speed / quirks.speedUnit.accepted)
      state.machineEvents?.yield(.status(.changed(setting)))
    }
  }

  /// Ends the link from the machine's side.
  public func dropLink() { state.withLock { _ = $0.machineEvents?.yield(.drop) } }

  /// Stops all answers of the control point.
  public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

  /// Makes the machine confirm a stop without stopping.
  public func setIgnoresStop(_ ignores: Bool) { state.withLock { $0.ignoresStop = ignores } }

  // MARK: The machine

  /// Returns the features, ranges and revisions.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case GATT.feature:
      FitnessMachine.Features(
        measured: machine == .treadmill ? 0x120D : 0x1406,
        targets: machine == .treadmill ? [.speed, .inclination] : machine == .indoorBike ? [.resistance, .power] : []
      ).value
    case GATT.speedRange: FitnessMachine.SupportedRange(.speed, speeds, step: Self.speedStep).value
    case GATT.inclinationRange:
      FitnessMachine.SupportedRange(.inclination, Self.inclinations, step: Self.inclinationStep).value
    case GATT.resistanceRange: FitnessMachine.SupportedRange(.resistance, Self.resistances, step: 1).value
    case GATT.powerRange: FitnessMachine.SupportedRange(.power, Self.powers, step: 5).value
    case GATT.trainingStatus:
      FitnessMachine.TrainingStatus(code: state.withLock { $0.isStarted } ? 13 : 1).value
    case DeviceInformation.Field.modelNumber.characteristic: [UInt8]((quirks.model ?? "").utf8)
    case .firmwareRevision: [UInt8]("1.4.2".utf8)
    case .hardwareRevision: [UInt8]("Halo virtual \(machine.phrase)".utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles one connection: executes commands and sends measurements.
  public func serve(_ link: VirtualLink) async {
    let (machineEvents, continuation) = AsyncStream<MachineEvent>.makeStream()
    state.withLock { $0.machineEvents = continuation }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.executeCommands(link) }
      group.addTask { await self.measure(link) }
      group.addTask {
        for await item in machineEvents {
          switch item {
          case .status(let status): await link.notify(status.value, on: GATT.status)
          case .drop: await link.drop()
          }
        }
      }
      await group.waitForAll()
    }
    let now = link.clock.now
    state.withLock { state in
      state.machineEvents = nil
      state.hasControl = false
      state.belt.advance(to: now)
      if quirks.stopsWithLink { Self.halt(&state) }
    }
  }

  private static func halt(_ state: inout State) {
    state.isStarted = false
    state.belt.target = 0
    state.storedSpeed = nil
  }

  private func executeCommands(_ link: VirtualLink) async {
    guard machine == .treadmill || machine == .indoorBike else { return }
    for await bytes in await link.writes(to: GATT.controlPoint) {
      guard let request = FitnessMachine.ControlPoint(value: bytes) else { continue }
      let now = link.clock.now
      let (result, status, isSilent) = state.withLock { state in
        state.written.append(bytes)
        state.belt.advance(to: now)
        let (result, status) = self.result(of: request, &state)
        return (result, status, state.isSilent)
      }
      guard !isSilent else { continue }
      guard (try? await link.clock.sleep(for: .milliseconds(40))) != nil else { return }
      await link.notify(
        FitnessMachine.ControlPoint.response(to: request.operation, result).value, on: GATT.controlPoint)
      if let status { await link.notify(status.value, on: GATT.status) }
    }
  }

  /// Executes a request. Returns its result and the status for all clients.
  private func result(
    of request: FitnessMachine.ControlPoint, _ state: inout State
  ) -> (FitnessMachine.ControlPoint.Result, FitnessMachine.MachineStatus?) {
    if case .requestControl = request {
      guard quirks.requiresControlRequest || quirks.grantsControl else { return (.notSupported, nil) }
      guard !state.isControlledElsewhere else { return (.controlNotPermitted, nil) }
      state.hasControl = true
      return (.success, nil)
    }
    guard state.hasControl || !quirks.requiresControlRequest else { return (.controlNotPermitted, nil) }
    switch request {
    case .reset:
      Self.halt(&state)
      state.hasControl = false
      return (.success, .reset)
    case .startOrResume:
      guard state.isKeyIn else { return (.failed, nil) }
      state.isStarted = true
      let storedSpeed = quirks.keepsSpeedUntilStarted ? state.storedSpeed : nil
      state.belt.target = storedSpeed ?? max(state.belt.target, speeds.lowerBound * quirks.speedUnit.accepted)
      return (.success, .startedOrResumed)
    case .stopOrPause(let what?, let rest) where rest.isEmpty && (what == 1 || what == 2):
      if !state.ignoresStop { Self.halt(&state) }
      return (.success, .stoppedOrPaused(what))
    case .stopOrPause: return (.invalidParameter, nil)
    case .set(let setting):
      guard let (range, step) = range(of: setting.target) else { return (.notSupported, nil) }
      guard !setting.isTruncated, setting.rest.isEmpty, let wanted = setting.first?.doubleValue else {
        return (.invalidParameter, nil)
      }
      let steps = (wanted - range.lowerBound) / step
      if quirks.checksRange, !range.contains(wanted) || abs(steps - steps.rounded()) > 0.001 {
        return (.invalidParameter, nil)
      }
      let taken = min(max(wanted, range.lowerBound), range.upperBound)
      switch setting.target {
      case .speed:
        if quirks.ignoresSpeed { return (.success, nil) }
        let speed = taken * quirks.speedUnit.accepted
        state.storedSpeed = speed
        if state.isStarted { state.belt.target = speed }
      case .resistance: state.resistance = taken
      case .power: state.watts = taken
      default: state.belt.inclinationTarget = taken
      }
      return (.success, .changed(setting))
    default: return (.notSupported, nil)
    }
  }

  /// Returns the range and step of a target; nil if the machine does not support the target.
  private func range(of target: FitnessMachine.Target) -> (ClosedRange<Double>, step: Double)? {
    switch (machine, target) {
    case (.treadmill, .speed): (speeds, Self.speedStep)
    case (.treadmill, .inclination): (Self.inclinations, Self.inclinationStep)
    case (.indoorBike, .resistance): (Self.resistances, 1)
    case (.indoorBike, .power): (Self.powers, 5)
    default: nil
    }
  }

  private func measure(_ link: VirtualLink) async {
    let uuid = GATT.data(of: machine)
    await link.waitUntilSubscribed(to: uuid)
    var count = 0
    while !Task.isCancelled {
      for data in records(belt(at: link.clock.now), count) { await link.notify(data, on: uuid) }
      count += 1
      guard (try? await link.clock.sleep(for: .seconds(1))) != nil else { return }
    }
  }

  private func records(_ belt: VirtualBelt, _ count: Int) -> [[UInt8]] {
    if machine == .powerMeter {
      // 205 W, and 90 revolutions a minute, which the crank's clock has in 1/1024 s.
      let turns = count * 3 / 2
      let time = count * 3 / 2 * 1024 * 2 / 3
      return [[0x20, 0, 205, 0] + [turns, turns >> 8, time, time >> 8].map(UInt8.init(truncatingIfNeeded:))]
    }
    let values = machine == .treadmill ? values(belt) : effort(count)
    guard quirks.splitsRecords else { return [FitnessMachine.MachineData(machine, values).value] }
    let first: Set<MachineQuantity> = [.speed, .elapsedSeconds, .floors, .steps, .strokeRate, .strokes]
    return [
      FitnessMachine.MachineData(machine, hasMore: true, values.filter { !first.contains($0.key) }).value,
      FitnessMachine.MachineData(machine, values.filter { first.contains($0.key) }).value,
    ]
  }

  private func values(_ belt: VirtualBelt) -> [MachineQuantity: Double] {
    [
      .speed: belt.speed / quirks.speedUnit.reported, .meters: belt.meters.rounded(.down),
      .inclinationPercent: belt.inclination, .rampDegrees: 0,
      .kilocalories: (belt.meters * 0.07).rounded(.down), .elapsedSeconds: belt.seconds.rounded(.down),
    ]
  }

  /// Returns the workout values of a simulated user after a number of seconds, on a machine without a belt.
  private func effort(_ seconds: Int) -> [MachineQuantity: Double] {
    let time = Double(seconds)
    var values: [MachineQuantity: Double] = [
      .elapsedSeconds: time, .kilocalories: (time * 0.15).rounded(.down), .bpm: min(96 + time / 4, 142),
    ]
    switch machine {
    case .treadmill, .powerMeter: break
    case .indoorBike:
      values.merge([.speed: 27.5, .cadence: 84, .meters: time * 7.6]) { $1 }
      state.withLock { values.merge([.watts: $0.watts, .resistance: $0.resistance]) { $1 } }
    case .rower:
      values.merge([
        .strokeRate: 24, .strokes: (time * 0.4).rounded(.down), .meters: time * 3.6, .secondsPer500m: 139, .watts: 130,
      ]) { $1 }
    case .crossTrainer:
      values.merge([
        .speed: 7.4, .meters: time * 2.05, .stepsPerMinute: 118, .averageStepsPerMinute: 116, .watts: 95,
        .resistance: 6,
      ]) { $1 }
    case .stepClimber:
      values.merge([
        .floors: (time / 18).rounded(.down), .steps: (time * 0.9).rounded(.down), .stepsPerMinute: 54,
      ]) { $1 }
    case .stairClimber:
      values.merge([.floors: (time / 16).rounded(.down), .stepsPerMinute: 60, .strides: time.rounded(.down)]) { $1 }
    }
    return values
  }

  private static func services(_ machine: MachineKind, _ quirks: MachineQuirks) -> [Service] {
    let controlled: Characteristic.Properties =
      quirks.allowsWritesWithoutResponse ? [.write, .writeWithoutResponse, .indicate] : [.write, .indicate]
    var own: [(BluetoothUUID, Int, Characteristic.Properties)] = [(GATT.data(of: machine), 2, .notify)]
    if machine != .powerMeter { own.append((GATT.feature, 1, .read)) }
    switch machine {
    case .treadmill:
      own.append((GATT.trainingStatus, 3, [.read, .notify]))
      own += [(GATT.speedRange, 4, .read), (GATT.inclinationRange, 5, .read)]
    case .indoorBike: own += [(GATT.resistanceRange, 4, .read), (GATT.powerRange, 5, .read)]
    default: break
    }
    if machine == .treadmill || machine == .indoorBike {
      own += [(GATT.controlPoint, 6, controlled), (GATT.status, 7, .notify)]
    }
    var information: [(BluetoothUUID, Int, Characteristic.Properties)] = [
      (.hardwareRevision, 8, .read), (.firmwareRevision, 9, .read),
    ]
    if quirks.model != nil { information.append((DeviceInformation.Field.modelNumber.characteristic, 10, .read)) }
    return [(GATT.service(of: machine), own), (.deviceInformation, information)].map { service, characteristics in
      Service(
        uuid: service,
        characteristics: characteristics.map { uuid, instance, properties in
          Characteristic(uuid: uuid, service: service, instance: instance, properties: properties)
        })
    }
  }
}
