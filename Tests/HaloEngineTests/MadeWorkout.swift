import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloWearables

@testable import HaloFitnessMachine

/// A made workout on a machine: what was really moved and burned, and what the machine sends.
struct MadeWorkout {
  /// The fault of the machine or the link.
  enum Disturbance: CaseIterable {
    case none, restart, lowRecord, highRecord, secondStream, zeroRate, otherUnit, lostLink, restartWhileLost,
      restartWithPause
  }

  let machine: MachineKind
  let disturbance: Disturbance
  /// The true figures between the first and the last value.
  private(set) var meters = 0.0
  private(set) var kilocalories = 0.0
  /// The values of each connection, with their times in seconds.
  private(set) var sessions: [[(seconds: Double, kind: MachineKind, bytes: [UInt8])]] = [[]]
  let length: Double

  init(seed: UInt64, _ disturbance: Disturbance, longest: Double = 2400) {
    var random = SeededGenerator(seed: seed)
    self.disturbance = disturbance
    machine = [.treadmill, .indoorBike, .crossTrainer, .rower].randomElement(using: &random) ?? .treadmill
    length = Double.random(in: 120...longest, using: &random)
    let intervals: [Double] = [0.25, 0.5, 1, 1, 1, 2]
    let interval = intervals.randomElement(using: &random) ?? 1
    let roundings: [Double] = [1, 1, 10]
    let rounding = roundings.randomElement(using: &random) ?? 1
    let energyPerMeter = Double.random(in: 0.03...0.09, using: &random)
    let fastest = machine == .indoorBike ? 12.0 : 4.5
    var speed = Double.random(in: 0.8...fastest, using: &random)
    let event = Double.random(in: 0.2...0.8, using: &random) * length
    let gap = [.lostLink, .restartWhileLost].contains(disturbance) ? Double.random(in: 12...180, using: &random) : 0
    var counted = Double.random(in: 0...3000, using: &random).rounded()
    var burned = (counted * energyPerMeter).rounded()
    let factor = Double.random(in: 0.3...3, using: &random)
    let wrong = Int.random(in: 0...5, using: &random)
    var (second, hasHappened, hasRestarted, side) = (0.0, false, false, 0.0)
    var begin: (meters: Double, kilocalories: Double)?
    var (really, energy) = (0.0, 0.0)
    while second < length {
      // Speeds change now and then, and swing a little.
      if Double.random(in: 0...1, using: &random) < interval / 45 {
        speed = Double.random(in: 0.8...fastest, using: &random)
      }
      let isResting = disturbance == .restartWithPause && abs(second - event) < 30
      let now = isResting ? 0 : speed * Double.random(in: 0.97...1.03, using: &random)
      really += now * interval
      energy += now * interval * energyPerMeter
      counted += now * interval
      burned += now * interval * energyPerMeter
      side += now * interval * factor
      second += interval
      if second >= event, !hasHappened {
        hasHappened = true
        if [.restart, .restartWithPause].contains(disturbance) { (counted, burned) = (0, 0) }
      }
      if second > event, second < event + gap {
        if sessions.count == 1 { sessions.append([]) }
        if disturbance == .restartWhileLost, second > event + gap / 2, !hasRestarted {
          (counted, burned, hasRestarted) = (0, 0, true)
        }
        continue
      }
      begin = begin ?? (really, energy)
      let shown = (counted / rounding).rounded(.down) * rounding
      let isWrong = (event..<event + interval * 1.01).contains(second)
      var (meters, kilocalories) = (Int(shown), Int(burned))
      if isWrong, disturbance == .lowRecord {
        (meters, kilocalories) = (meters * wrong / 10, kilocalories * wrong / 10)
      }
      if isWrong, disturbance == .highRecord {
        (meters, kilocalories) = (meters + 60 << wrong, kilocalories + 9 << wrong)
      }
      var shownSpeed = now * 3.6
      if disturbance == .zeroRate { shownSpeed = 0 }
      if disturbance == .otherUnit { shownSpeed /= 1.609344 }
      sessions[sessions.count - 1].append((second, machine, Self.bytes(machine, shownSpeed, meters, kilocalories)))
      if disturbance == .secondStream {
        let other: MachineKind = machine == .indoorBike ? .treadmill : .indoorBike
        let bytes = Self.bytes(other, now * 3.6 * factor, Int(side), Int(side * energyPerMeter))
        sessions[sessions.count - 1].append((second + interval / 3, other, bytes))
      }
    }
    meters = really - (begin?.meters ?? 0)
    kilocalories = energy - (begin?.kilocalories ?? 0)
  }

  /// A value of a data characteristic: speed in km/h (a rower does not send it), distance and energy.
  private static func bytes(_ kind: MachineKind, _ speed: Double, _ meters: Int, _ kilocalories: Int) -> [UInt8] {
    var bytes: [UInt8] =
      switch kind {
      case .treadmill: [0x84, 0x00]
      case .crossTrainer: [0x04, 0x04, 0x00]
      case .rower: [0x04, 0x01]
      default: [0x10, 0x01]
      }
    if kind == .rower {
      bytes.append(44)
      bytes.append(littleEndian: meters / 9, width: 2)
    } else {
      bytes.append(littleEndian: Int((speed * 100).rounded()), width: 2)
    }
    bytes.append(littleEndian: min(meters, 0xFF_FFFF), width: 3)
    bytes.append(littleEndian: min(kilocalories, 0xFFFE), width: 2)
    return bytes + [0xFF, 0xFF, 0xFF]
  }

  static let start = Moment(milliseconds: 1_800_000_000_000, secondsFromGMT: 3600)

  /// The workout as it is recorded from the values.
  func recorded() -> Workout {
    let tally = WorkoutTally(kind: nil)
    for session in sessions {
      tally.noteLoss()
      var (assembler, checks) = (FitnessMachine.RecordAssembler(), [MachineKind: FitnessMachine.RecordCheck]())
      var evidence = FitnessMachine.MachineEvidence(listed: [machine], advertised: [])
      for (seconds, kind, bytes) in session {
        guard let data = FitnessMachine.MachineData(kind, value: bytes), let raw = assembler.receive(data) else {
          continue
        }
        evidence.take(raw)
        let time = Self.start + .milliseconds(Int(seconds * 1000))
        let record = checks[kind, default: FitnessMachine.RecordCheck()].check(raw, at: time)
        tally.take(record, at: time, isSide: evidence.kind != kind)
      }
    }
    if sessions.last?.isEmpty ?? true { tally.noteLoss() }
    return tally.workout(from: Self.start, to: Self.start + .milliseconds(Int(length * 1000)))
  }

  /// The frames of each connection.
  var frames: [[RecordedFrame]] {
    sessions.map { session in
      session.map { seconds, kind, bytes in
        RecordedFrame(
          device: DeviceID("D4:10:00:00:00:09"), direction: .received,
          characteristic: FitnessMachine.GATT.data(of: kind), bytes: bytes,
          time: Date(timeIntervalSince1970: Double(Self.start.milliseconds) / 1000 + seconds), zone: "GMT+01:00",
          secondsFromGMT: Self.start.secondsFromGMT)
      }
    }
  }
}
