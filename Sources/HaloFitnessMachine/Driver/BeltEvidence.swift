extension FitnessMachine {
  /// Decides by the newest evidence in recorded frames whether a belt that Halo started runs: commands, the control
  /// point's answers, status and data. It has no clock and no radio.
  ///
  /// A confirmed stop counts, even if no data follows. Data that follows counts against it, unless the belt slows down.
  struct BeltEvidence {
    private enum Phase {
      case unknown, standing, moving
      /// Started, but not seen to move.
      case starting
      /// A stop was confirmed. The lowest speed since then, in km/h.
      case stopping(lowest: Double, hasSlowed: Bool)
    }

    private var phase = Phase.unknown
    /// True if Halo started the belt, and did not stop it since; `nil` if not known.
    private var isOurs: Bool?
    /// The time of the start, or of the latest speed while the belt slows down.
    private var since = Moment(milliseconds: 0, secondsFromGMT: 0)
    /// The last speed that was reported, in km/h; `nil` after a start.
    private(set) var speed: Double?
    /// The time of the latest start or of the latest speed while the belt runs.
    private var latest = Moment(milliseconds: 0, secondsFromGMT: 0)
    private let unit: SpeedUnit
    private var assembler = RecordAssembler()
    /// The operation of the latest command in this session.
    private var pending: UInt8 = 0
    /// The time of a start that is not answered yet.
    private var requested: Moment?
    private var isStartedInSession = false
    private var isStopSent = false

    /// Takes the frames of sessions, in order.
    init(_ sessions: [[RecordedFrame]], unit: SpeedUnit) {
      self.unit = unit
      for frames in sessions {
        beginSession()
        for frame in frames { take(frame) }
      }
    }

    /// True if the belt runs because of Halo; `nil` if the frames do not decide that.
    var isLeftRunning: Bool? {
      if requested != nil { return true }
      return switch phase {
      case .unknown: nil
      case .standing, .stopping: false
      case .starting, .moving: isOurs
      }
    }

    /// The time of the newest evidence that the belt runs.
    var moment: Moment { requested ?? latest }

    /// Machines may take five seconds until they move. The driver waits as long as this.
    private static let startTime = Duration.seconds(15)
    /// The time for which a belt that slows down may report the same speed.
    private static let settling = Duration.seconds(2)

    /// A belt that moves in a later session than the stop was started again.
    private mutating func beginSession() {
      if let requested { start(at: requested) }
      if case .stopping = phase { phase = .standing }
      if case .standing = phase { isOurs = false }
      pending = 0
      isStartedInSession = false
      isStopSent = false
      assembler = RecordAssembler()
    }

    private mutating func take(_ frame: RecordedFrame) {
      let bytes = frame.bytes
      let now = frame.moment
      switch (frame.direction, frame.characteristic) {
      case (.sent, GATT.controlPoint): command(bytes, at: now)
      case (.received, GATT.controlPoint):
        let answer = ControlPoint.bareResult(bytes).map { .response(to: pending, $0) } ?? ControlPoint(value: bytes)
        guard case .response(let operation, let result, _) = answer else { return }
        switch (operation, result) {
        case (0x07, .success): start(at: now)
        case (0x07, _): requested = nil
        case (0x08, .success): stop(at: now)
        default: break
        }
      case (.received, GATT.status):
        switch MachineStatus(value: bytes) {
        case .startedOrResumed: start(at: now)
        case .stoppedOrPaused, .stoppedBySafetyKey: stop(at: now)
        default: break
        }
      case (.received, GATT.treadmillData):
        guard let data = MachineData(.treadmill, value: bytes),
          let speed = assembler.receive(data)?.inKilometers(from: unit)[.speed]
        else { return }
        report(speed, at: now)
      default: break
      }
    }

    private mutating func command(_ bytes: [UInt8], at now: Moment) {
      pending = bytes.first ?? 0
      if pending == 0x07 {
        requested = now
      } else if bytes == ControlPoint.stop.value {
        isStopSent = true
      }
    }

    private mutating func start(at now: Moment) {
      if requested != nil { (isOurs, isStartedInSession, isStopSent, requested) = (true, true, false, nil) }
      switch phase {
      case .moving: return
      case .stopping, .standing: disownIfStopped()
      default: break
      }
      phase = .starting
      since = now
      latest = now
      speed = nil
    }

    /// A belt that Halo stopped, or that stands in a later session than the start, is started by a person next.
    private mutating func disownIfStopped() { if isStopSent || !isStartedInSession { isOurs = false } }

    private mutating func stop(at now: Moment) {
      requested = nil
      switch phase {
      case .standing, .stopping: break
      default: (phase, since, speed) = (.stopping(lowest: speed ?? 0, hasSlowed: false), now, nil)
      }
    }

    private mutating func report(_ speed: Double, at now: Moment) {
      let passed = now - (requested ?? since)
      switch phase {
      case _ where requested != nil && speed == 0 && passed < Self.startTime: return
      case .starting where speed == 0 && passed < Self.startTime: return
      case .stopping(let lowest, let hasSlowed) where speed > 0 && speed <= lowest:
        if speed < lowest { (phase, since) = (.stopping(lowest: speed, hasSlowed: true), now) }
        if speed < lowest || hasSlowed && passed < Self.settling { return }
        fallthrough
      default:
        guard speed == 0 else { return (phase, self.speed, latest) = (.moving, speed, now) }
        phase = .standing
        self.speed = nil
        requested = nil
        disownIfStopped()
      }
    }
  }
}
