import CyclingSensor
import HaloVirtualDevices
import Synchronization

/// A cycling sensor on the simulated radio. Its bicycle is ridden while a central is connected.
public final class VirtualCyclingSensor: VirtualPeripheral {
  /// The sensor's advertisement and attributes.
  public let profile: PeripheralProfile
  private let features: CyclingSensor.Features
  private let state: Mutex<State>

  private struct State {
    var wheel: Rotor
    var crank: Rotor
    var seconds = 0.0
  }

  /// Creates a sensor with constant speeds of wheel and crank, in turns per minute, and these initial counts.
  public init(
    device: DeviceID = DeviceID("D0:C5:C0:00:00:01"), name: String = "Cadence 16",
    features: CyclingSensor.Features = CyclingSensor.Features(hasWheel: true, hasCrank: true),
    wheelPerMinute: Double = 190, crankPerMinute: Double = 78, wheelTurns: Int = 10_000, crankTurns: Int = 900
  ) {
    self.features = features
    state = Mutex(
      State(
        wheel: Rotor(turnsPerSecond: wheelPerMinute / 60, turns: wheelTurns),
        crank: Rotor(turnsPerSecond: crankPerMinute / 60, turns: crankTurns)))
    typealias GATT = CyclingSensor.GATT
    profile = PeripheralProfile(
      device: device, name: name, advertisedServices: [GATT.service],
      services: [
        Service(
          GATT.service, from: 0x10,
          [
            (GATT.measurement, .notify), (GATT.features, .read), (GATT.location, .read),
            (GATT.control, [.write, .indicate]),
          ]),
        Service(HeartRateService.GATT.batteryService, from: 0x20, [(HeartRateService.GATT.batteryLevel, .read)]),
        Service(.deviceInformation, from: 0x30, [(HeartRateService.GATT.manufacturerName, .read)]),
      ])
  }

  /// Changes the speeds, in turns per minute; 0 stops.
  public func ride(wheelPerMinute: Double, crankPerMinute: Double) {
    state.withLock { state in
      state.wheel.turnsPerSecond = wheelPerMinute / 60
      state.crank.turnsPerSecond = crankPerMinute / 60
    }
  }

  /// The completed turns of wheel and crank, without the roll-over of the sensor's own counts.
  public var turns: (wheel: Int, crank: Int) { state.withLock { ($0.wheel.turns, $0.crank.turns) } }

  /// Returns the features, location, battery level or manufacturer's name.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case CyclingSensor.GATT.features: features.value
    case CyclingSensor.GATT.location: CyclingSensor.Location.rearWheel.value
    case HeartRateService.GATT.batteryLevel: BatteryLevel(percent: 91).value
    case HeartRateService.GATT.manufacturerName: [UInt8]("Made up".utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles one connection: sends measurements, and answers requests on the control point.
  public func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.measure(link) }
      group.addTask { await self.answer(link) }
      await group.waitForAll()
    }
  }

  /// Sends a measurement per second.
  private func measure(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .seconds(1))) != nil {
      let measurement = state.withLock { state in
        state.seconds += 1
        state.wheel.turn(until: state.seconds)
        state.crank.turn(until: state.seconds)
        return CyclingSpeedAndCadence(
          wheel: features.hasWheel ? state.wheel.counts : nil, crank: features.hasCrank ? state.crank.counts : nil)
      }
      await link.notify(measurement.value, on: CyclingSensor.GATT.measurement)
    }
  }

  /// Answers requests on the control point.
  private func answer(_ link: VirtualLink) async {
    for await write in await link.writes(to: CyclingSensor.GATT.control) {
      let result: UInt8
      if case .setWheelRevolutions(let count) = CyclingSensor.ControlPoint(value: write) {
        state.withLock { $0.wheel.turns = count }
        result = 1
      } else {
        result = 2
      }
      let answer = CyclingSensor.ControlPoint.answer(request: write.first ?? 0, result: result, locations: [])
      await link.notify(answer.value, on: CyclingSensor.GATT.control)
    }
  }
}

/// A turning wheel or crank.
private struct Rotor {
  var turnsPerSecond: Double
  /// Completed turns.
  var turns: Int
  /// The fraction of the current turn.
  private var phase = 0.0
  private var seconds = 0.0
  /// The time when the last turn was completed.
  private var lastEnd = 0.0

  init(turnsPerSecond: Double, turns: Int) {
    self.turnsPerSecond = turnsPerSecond
    self.turns = turns
  }

  /// The counts as the sensor sends them: the message truncates them at their roll-over.
  var counts: CyclingSpeedAndCadence.Turns {
    CyclingSpeedAndCadence.Turns(count: turns, time: Int((lastEnd * 1024).rounded()))
  }

  mutating func turn(until end: Double) {
    phase += turnsPerSecond * (end - seconds)
    seconds = end
    guard phase >= 1 else { return }
    turns += Int(phase)
    phase -= phase.rounded(.down)
    lastEnd = end - phase / turnsPerSecond
  }
}
