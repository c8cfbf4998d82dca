extension FitnessMachine {
  /// The allowed values of a target: the intersection of the machine's range and the user's limits.
  ///
  /// ``allow(_:)`` is the only way to create an ``AllowedTarget``, whose bytes are the only ones that set a target.
  /// This file alone ensures that no value above the user's limit or outside of the machine's range is sent.
  struct TargetWindow: Hashable, Sendable {
    let target: Target
    /// The user's limits, in km/h or percent; unlimited for other targets.
    let limits: ClosedRange<Double>
    /// The machine's range; `nil` if not reported.
    let range: SupportedRange?
    /// The factor from the machine's unit to the user's: 1.609344 for a machine that uses mph.
    let unit: Double

    private init(_ target: Target, _ limits: ClosedRange<Double>, _ range: SupportedRange?, unit: Double) {
      self.target = target
      self.limits = limits
      self.range = range?.target == target ? range : nil
      self.unit = unit
    }

    static func speed(_ limit: SpeedLimit, _ range: SupportedRange?, _ unit: SpeedUnit) -> TargetWindow {
      TargetWindow(.speed, 0...limit.kilometersPerHour, range, unit: unit.accepted)
    }

    static func inclination(_ limit: InclinationLimit, _ range: SupportedRange?) -> TargetWindow {
      TargetWindow(.inclination, -limit.percent...limit.percent, range, unit: 1)
    }

    /// Creates the window of a resistance level or a power from the machine's range. The user has no limit for them,
    /// because they do not move the user. A range is required, because the unit of a level is the machine's own.
    static func effort(_ range: SupportedRange) -> TargetWindow {
      TargetWindow(
        range.target, -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, range, unit: 1)
    }

    /// Rounds a value down to the machine's steps: no faster, and no steeper upward, than the value.
    ///
    /// - Throws: ``TargetRefusal`` if the value is outside of the limits or the range, or is NaN.
    func allow(_ value: Double) throws(TargetRefusal) -> AllowedTarget {
      guard value.isFinite else { throw .notANumber }
      guard value <= limits.upperBound + Self.tolerance, value >= limits.lowerBound - Self.tolerance else {
        throw .limit(target.machineTarget, value, limits)
      }
      let field = target.parameters[0].number
      let scale = Double(FixedDecimal(0, places: field.places).scale)
      // Whole raw numbers within both bounds.
      var highest = min((limits.upperBound * scale / unit + Self.tolerance).rounded(.down), Double(field.largest))
      var lowest = max((limits.lowerBound * scale / unit - Self.tolerance).rounded(.up), Double(field.smallest))
      // The machine's maximum. The limit was compared with the value above, so a limit between two steps is not a
      // refusal.
      var most = Double(field.largest)
      var step = 1.0
      var base = 0.0
      if let range {
        let minimum = range.minimum.doubleValue * scale
        let maximum = range.maximum.doubleValue * scale
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

    /// Converts an allowed target to the user's unit.
    func value(of allowed: AllowedTarget) -> Double {
      allowed.value * unit
    }

    /// The values that both machine and user allow; `nil` if the intersection is empty.
    var allowed: ClosedRange<Double>? {
      guard let range else { return limits }
      let shown = shown(range)
      let low = max(limits.lowerBound, shown.lowerBound)
      let high = min(limits.upperBound, shown.upperBound)
      return low <= high ? low...high : nil
    }

    private func shown(_ range: SupportedRange) -> ClosedRange<Double> {
      let low = range.minimum.doubleValue * unit
      let high = range.maximum.doubleValue * unit
      return min(low, high)...max(low, high)
    }

    /// Absorbs rounding errors such as 0.1 × 3; at most a thousandth of a raw step.
    private static let tolerance = 0.000_01
  }

  /// A target that a ``TargetWindow`` has allowed.
  struct AllowedTarget: Hashable, Sendable {
    let target: Target
    /// The raw number.
    let number: Int

    fileprivate init(_ target: Target, _ number: Int) {
      self.target = target
      self.number = number
    }

    /// The value in the unit that the machine takes.
    var value: Double { target.parameters[0].number.meaning(of: number).doubleValue }

    /// The encoded command for the control point.
    var bytes: [UInt8] {
      var bytes = [target.operation]
      bytes.append(littleEndian: number, width: target.parameters[0].number.width)
      return bytes
    }
  }
}

extension FitnessMachine.Target {
  fileprivate var machineTarget: MachineTarget { MachineTarget(rawValue: name) ?? .other }
}
