import HaloWearables

extension FitnessMachine {
  /// What a machine may be told to aim for: what it takes itself, and what the person who uses it allows.
  ///
  /// ``allow(_:)`` is the one way to an ``AllowedTarget``, and that is the one way to bytes that set a target: nothing else can be
  /// sent. That no number gets through that is above the person's limit or outside of the machine's range is a matter of this file.
  struct TargetWindow: Hashable, Sendable {
    let target: Target
    /// What the person allows, in km/h or per cent; everything, of what nobody limits.
    let limits: ClosedRange<Double>
    /// What the machine says that it takes; `nil` where it does not say.
    let range: SupportedRange?
    /// How many of the person's units one of the machine's is: 1.609344 for a machine that counts in miles.
    let unit: Double

    private init(_ target: Target, _ limits: ClosedRange<Double>, _ range: SupportedRange?, unit: Double) {
      self.target = target
      self.limits = limits
      self.range = range?.target == target ? range : nil
      self.unit = unit
    }

    static func speed(_ limit: SpeedLimit, _ range: SupportedRange?, _ unit: SpeedUnit) -> TargetWindow {
      TargetWindow(.speed, 0...limit.kilometersPerHour, range, unit: unit.kilometers)
    }

    static func inclination(_ limit: InclinationLimit, _ range: SupportedRange?) -> TargetWindow {
      TargetWindow(.inclination, -limit.percent...limit.percent, range, unit: 1)
    }

    /// A resistance level or a power, in the machine's range. Nobody limits them: neither moves anybody by itself. There is none without
    /// a range, because what a level means is the machine's own.
    static func effort(_ range: SupportedRange) -> TargetWindow {
      TargetWindow(
        range.target, -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, range, unit: 1)
    }

    /// The target nearest to a value that is no faster, or no steeper upwards, than it.
    ///
    /// - Throws: ``TargetRefusal`` where the value is outside of what machine and person allow, or is no number.
    func allow(_ value: Double) throws(TargetRefusal) -> AllowedTarget {
      guard value.isFinite else { throw .notANumber }
      guard value <= limits.upperBound + Self.tolerance, value >= limits.lowerBound - Self.tolerance else {
        throw .limit(target.machineTarget, value, limits)
      }
      let field = target.parameters[0].number
      let scale = Double(FixedDecimal(0, places: field.places).scale)
      // Whole steps of the wire's number that stay within both.
      var highest = min((limits.upperBound * scale / unit + Self.tolerance).rounded(.down), Double(field.largest))
      var lowest = max((limits.lowerBound * scale / unit - Self.tolerance).rounded(.up), Double(field.smallest))
      // What the machine takes at most. The limit was compared with the value above: one between two steps of the wire is no refusal.
      var most = Double(field.largest)
      var step = 1.0
      var base = 0.0
      if let range {
        let (minimum, maximum) = (range.minimum.doubleValue * scale, range.maximum.doubleValue * scale)
        most = min(most, maximum.rounded())
        highest = min(highest, most)
        lowest = max(lowest, minimum.rounded())
        step = max(1, (range.step.doubleValue * scale).rounded())
        base = minimum.rounded()
        guard lowest <= highest else { throw .range(target.machineTarget, value, shown(range)) }
      }
      let wanted = (value * scale / unit + Self.tolerance).rounded(.down)
      guard wanted >= lowest, (value * scale / unit - Self.tolerance).rounded(.up) <= most else {
        if let range { throw .range(target.machineTarget, value, shown(range)) }
        throw .limit(target.machineTarget, value, limits)
      }
      let stepped = base + ((min(wanted, highest) - base) / step).rounded(.down) * step
      return AllowedTarget(target, stepped >= lowest ? Int(stepped) : Int(lowest))
    }

    /// What a target's number on the wire means, in the person's units.
    func value(of allowed: AllowedTarget) -> Double {
      target.parameters[0].number.meaning(of: allowed.number).doubleValue * unit
    }

    /// What machine and person allow together; `nil` where they have nothing in common.
    var allowed: ClosedRange<Double>? {
      guard let range else { return limits }
      let shown = shown(range)
      let (low, high) = (max(limits.lowerBound, shown.lowerBound), min(limits.upperBound, shown.upperBound))
      return low <= high ? low...high : nil
    }

    private func shown(_ range: SupportedRange) -> ClosedRange<Double> {
      let (low, high) = (range.minimum.doubleValue * unit, range.maximum.doubleValue * unit)
      return min(low, high)...max(low, high)
    }

    /// For numbers such as 0.1 × 3: a thousandth of what the wire can say.
    private static let tolerance = 0.000_01
  }

  /// A target that a ``TargetWindow`` allowed.
  struct AllowedTarget: Hashable, Sendable {
    let target: Target
    /// The number on the wire.
    let number: Int

    fileprivate init(_ target: Target, _ number: Int) {
      self.target = target
      self.number = number
    }

    /// What is written to the control point.
    var bytes: [UInt8] {
      var bytes = [target.operation]
      bytes.append(littleEndian: number, width: target.parameters[0].number.width)
      return bytes
    }
  }
}

extension FitnessMachine.Target {
  /// The target of any machine.
  fileprivate var machineTarget: MachineTarget {
    switch self {
    case .speed: .speed
    case .inclination: .inclination
    case .resistance: .resistance
    case .power: .power
    default: .other
    }
  }
}
