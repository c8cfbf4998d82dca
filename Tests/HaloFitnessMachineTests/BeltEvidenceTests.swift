import Foundation
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloWearables
import Testing

@testable import HaloFitnessMachine

@Suite("A belt that was left running, by its frames")
struct BeltEvidenceTests {
  private typealias GATT = FitnessMachine.GATT

  /// Something that happens, with the frames that a journal has of it.
  private enum Step: CaseIterable {
    case start, refusedStart, stop, unansweredStop
    case startedAtMachine, stoppedAtMachine, safetyKey
    case moving, standing
    case nextSession
  }

  /// Frames of sessions, with their times.
  private struct History {
    var sessions: [[RecordedFrame]] = [[]]
    var seconds = 0.0

    mutating func add(_ direction: RecordedFrame.Direction, _ characteristic: BluetoothUUID, _ bytes: [UInt8]) {
      sessions[sessions.count - 1].append(
        RecordedFrame(
          device: DeviceID("A"), direction: direction, characteristic: characteristic, bytes: bytes,
          time: Date(timeIntervalSince1970: 1_800_000_000 + seconds), zone: "UTC", secondsFromGMT: 0))
    }
    mutating func command(_ bytes: [UInt8], result: UInt8? = 1) {
      add(.sent, GATT.controlPoint, bytes)
      if let result { add(.received, GATT.controlPoint, [0x80, bytes[0], result]) }
    }
    mutating func speed(_ kilometersPerHour: Double, after pause: Double = 0) {
      seconds += pause
      add(.received, GATT.treadmillData, FitnessMachine.MachineData(.treadmill, [.speed: kilometersPerHour]).value)
    }
    mutating func add(_ step: Step) {
      seconds += 30
      switch step {
      case .start: command([0x07])
      case .refusedStart: command([0x07], result: 4)
      case .stop: command([0x08, 1])
      case .unansweredStop: command([0x08, 1], result: nil)
      case .startedAtMachine: add(.received, GATT.status, [0x04])
      case .stoppedAtMachine: add(.received, GATT.status, [0x02, 1])
      case .safetyKey: add(.received, GATT.status, [0x03])
      case .moving: speed(3)
      case .standing: speed(0)
      case .nextSession: sessions.append([])
      }
    }

    func state(_ sessions: [[RecordedFrame]]) -> (isLeftRunning: Bool, speed: Double?, moment: Moment)? {
      FitnessMachineDriver.lastBeltState(sessions, of: DeviceTraits(advertisedName: nil))
    }
    var state: (isLeftRunning: Bool, speed: Double?, moment: Moment)? { state(sessions) }
    var isLeftRunning: Bool { state?.isLeftRunning == true }
  }

  private static func history(_ body: (inout History) -> Void) -> History {
    var history = History()
    body(&history)
    return history
  }

  /// The belt runs by the newest evidence, and Halo started it: neither was it stopped by Halo since, nor seen stopped in
  /// another session.
  private static func isLeftRunning(_ steps: [Step]) -> Bool {
    var (runs, session, owner, isStopSent) = (Bool?.none, 0, Int?.none, false)
    for step in steps {
      switch step {
      case .start: (runs, owner, isStopSent) = (true, session, false)
      case .refusedStart: break
      case .unansweredStop: isStopSent = true
      case .stop: (runs, isStopSent) = (false, true)
      case .stoppedAtMachine, .safetyKey: runs = false
      case .moving: runs = true
      case .startedAtMachine:
        if runs == false, isStopSent || owner != session { owner = nil }
        runs = true
      case .standing:
        runs = false
        if isStopSent || owner != session { owner = nil }
      case .nextSession:
        if runs == false { owner = nil }
        (session, isStopSent) = (session + 1, false)
      }
    }
    return runs == true && owner != nil
  }

  private static func check(_ steps: [Step]) {
    let history = history { history in for step in steps { history.add(step) } }
    #expect(history.isLeftRunning == isLeftRunning(steps), "\(steps)")
    // The latest sessions that decide give the same result as all.
    let latest = (1...history.sessions.count).lazy.compactMap { history.state(history.sessions.suffix($0)) }.first
    #expect((latest?.isLeftRunning == true) == history.isLeftRunning, "\(steps)")
  }

  @Test func `every order of up to four events is decided by the newest evidence`() {
    var orders: [[Step]] = [[]]
    for _ in 0..<4 {
      for order in orders { Self.check(order) }
      orders = orders.flatMap { order in Step.allCases.map { order + [$0] } }
    }
    for order in orders { Self.check(order) }
  }

  @Test func `long histories are decided by the newest evidence`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      Self.check(
        (0..<Int.random(in: 5...16, using: &random)).map { _ in Step.allCases[Int.random(in: 0..<10, using: &random)] })
    }
  }

  @Test(arguments: [[0x08, 0x01], [0x08, 0x02]] as [[UInt8]])
  func `a belt that Halo stopped after a crash is not reported, even if no data arrived`(stop: [UInt8]) {
    var history = Self.history { history in
      history.command([0x07])
      history.speed(3, after: 5)
    }
    #expect(history.isLeftRunning && history.state?.speed == 3)
    history.add(.nextSession)
    history.command([0x00])
    #expect(history.isLeftRunning)
    history.command(stop)
    #expect(!history.isLeftRunning)
    // It slows down, and Halo is killed again.
    for speed in [2.6, 2.6, 1.8, 1, 0.2] { history.speed(speed, after: 1) }
    #expect(!history.isLeftRunning)
  }

  @Test func `a belt that confirms a stop and keeps running, or runs again, is reported`() {
    for speeds in [[3.0], [3, 3], [2.6, 2.6, 2.6, 2.6], [2.6, 1.8, 2.2]] {
      var history = Self.history { history in
        history.command([0x07])
        history.speed(3, after: 5)
        history.command([0x08, 1])
      }
      #expect(!history.isLeftRunning)
      for speed in speeds { history.speed(speed, after: 1) }
      #expect(history.isLeftRunning && history.state?.speed == speeds.last, "\(speeds)")
    }
  }

  @Test
  func `a belt that was started and has not moved yet is reported, until it stands for longer than a start takes`() {
    var history = Self.history { history in
      history.speed(0)
      history.command([0x07], result: nil)
    }
    #expect(history.isLeftRunning && history.state?.speed == nil)
    let start = history.state?.moment
    history.add(.received, GATT.controlPoint, [0x80, 0x07, 0x01])
    for _ in 0..<14 { history.speed(0, after: 1) }
    #expect(history.isLeftRunning && history.state?.moment == start)
    history.speed(0, after: 1)
    #expect(!history.isLeftRunning)
  }

  @Test func `a belt that a person started is not reported, nor one whose start was refused`() {
    for history in [
      Self.history { $0.speed(5) },
      Self.history { history in for step in [Step.startedAtMachine, .moving] { history.add(step) } },
      Self.history { history in for step in [Step.standing, .refusedStart] { history.add(step) } },
      Self.history { history in for step in [Step.start, .moving, .stop, .nextSession, .moving] { history.add(step) } },
    ] {
      #expect(!history.isLeftRunning)
    }
  }

  @Test func `an answer of one byte belongs to the command before it`() {
    var history = Self.history { history in
      history.command([0x07], result: nil)
      history.add(.received, GATT.controlPoint, [0x01])
      history.speed(3, after: 5)
      history.command([0x08, 1], result: nil)
    }
    #expect(history.isLeftRunning)
    history.add(.received, GATT.controlPoint, [0x01])
    #expect(!history.isLeftRunning)
  }
}
