import Synchronization

/// Counts the packets of a medium and selects the faulty ones.
final class PacketTraffic: Sendable {
  private struct State {
    var random: SeededGenerator
    var rates = PacketFaultRates()
    var script: [Int: PacketFault] = [:]
    /// Faults for upcoming packets, with the number of affected packets to skip.
    var pending: [(fault: PacketFault, skipped: Int)] = []
    var count = 0
    var watch: (@Sendable (Int) -> Void)?
    var watchWrites: (@Sendable ([UInt8], Characteristic) -> Void)?

    /// Returns the pending fault for a packet of that kind. The other pending faults that could affect it skip one
    /// packet less.
    mutating func takePending(for kind: PacketKind) -> PacketFault? {
      let due = pending.firstIndex { $0.skipped == 0 && $0.fault.canAffect(to: kind) }
      for index in pending.indices where pending[index].skipped > 0 && pending[index].fault.canAffect(to: kind) {
        pending[index].skipped -= 1
      }
      return due.map { pending.remove(at: $0).fault }
    }
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed))) }

  var count: Int { state.withLock { $0.count } }
  func set(_ rates: PacketFaultRates) { state.withLock { $0.rates = rates } }
  func add(_ fault: PacketFault, at number: Int) { state.withLock { $0.script[number] = fault } }
  func add(_ fault: PacketFault, skipping count: Int) { state.withLock { $0.pending.append((fault, max(count, 0))) } }
  func watch(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.watch = body } }
  func watchWrites(_ body: @escaping @Sendable ([UInt8], Characteristic) -> Void) {
    state.withLock { $0.watchWrites = body }
  }

  /// Reports a write, even if it does not arrive.
  func noteWrite(_ value: [UInt8], _ characteristic: Characteristic) {
    state.withLock { $0.watchWrites }?(value, characteristic)
  }

  /// Counts a packet. Returns its fault, if any.
  func next(_ kind: PacketKind) -> PacketFault? {
    let (number, fault, watch) = state.withLock { state in
      state.count += 1
      let numbered = state.script[state.count].flatMap { $0.canAffect(to: kind) ? $0 : nil }
      let scripted = numbered ?? state.takePending(for: kind)
      // Without rates, nothing is drawn, so that a script does not change the random sequence of a seed.
      let drawn = state.rates == PacketFaultRates() ? nil : state.rates.draw(for: kind, &state.random)
      return (state.count, scripted ?? drawn, state.watch)
    }
    watch?(number)
    return fault
  }
}
