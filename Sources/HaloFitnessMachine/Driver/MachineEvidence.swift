extension FitnessMachine {
  /// The evidence about the kind of a machine. Cheap machines list the data of every kind, and some send several.
  struct MachineEvidence: Sendable {
    /// The kinds whose data characteristic is in the machine's table.
    let listed: [MachineKind]
    /// The kinds that it advertises.
    let advertised: [MachineKind]
    /// The features; `nil` if not reported.
    var features: Features?
    /// True if Halo controls the belt: its speed must be known, whatever else the machine sends.
    var isBeltControlled = false
    /// The kinds whose data was sent, and of those the kinds with a value that is not 0.
    private var sent: Set<MachineKind> = []
    private var active: Set<MachineKind> = []

    /// Creates evidence. Other advertised kinds than those of ``MachineKind`` are left out.
    init(listed: [MachineKind], advertised: [String]) {
      self.listed = listed
      self.advertised = advertised.compactMap(MachineKind.init)
    }

    /// True if data was sent.
    var isSending: Bool { !sent.isEmpty }

    mutating func take(_ record: MachineRecord) {
      sent.insert(record.machine)
      if record.values.contains(where: { $0.key != .elapsedSeconds && $0.value.doubleValue != 0 }) {
        active.insert(record.machine)
      }
    }

    /// The kind, by what it sends, then what it advertises, then its features, then its table.
    var kind: MachineKind? {
      if isBeltControlled, listed.contains(.treadmill) { return .treadmill }
      var kinds = Set(listed).union(sent)
      for evidence in [sent, active, Set(advertised), features?.kinds ?? []] {
        let both = kinds.intersection(evidence)
        if !both.isEmpty { kinds = both }
      }
      return Self.rarestFirst.first(where: kinds.contains)
    }

    /// True if it is a treadmill: it sends a treadmill's data, advertises one, or has no other data. A belt may be silent
    /// until it is started.
    var hasBelt: Bool {
      guard listed.contains(.treadmill) else { return false }
      if isSending { return kind == .treadmill }
      return advertised.isEmpty ? listed == [.treadmill] : advertised.contains(.treadmill)
    }

    /// A machine that sends the data of two kinds is of the rarer one: the other is for apps that do not read the first.
    static let rarestFirst: [MachineKind] = [
      .crossTrainer, .rower, .stairClimber, .stepClimber, .treadmill, .indoorBike, .powerMeter,
    ]
  }
}

extension FitnessMachine.Features {
  /// The kinds that measure what it reports to measure; empty if none is typical.
  fileprivate var kinds: Set<MachineKind> {
    if measures.contains("strideCount") { return [.crossTrainer] }
    if measures.contains("forceOnBeltAndPowerOutput") { return [.treadmill] }
    return []
  }
}
