import Synchronization

extension ColmiRing {
  /// What a session has learned about the firmware from its revisions and its answer to `3C`.
  final class Revisions: Sendable {
    private let state = Mutex((areKnown: false, isH59: false, isRT: false))

    /// True if the revisions were read.
    var areKnown: Bool { state.withLock { $0.areKnown } }
    /// True if the firmware is that of the H59MA.
    var isH59: Bool { state.withLock { $0.isH59 } }
    /// True if the firmware is RT firmware, by its hardware revision.
    var isRT: Bool { state.withLock { $0.isRT } }

    /// Notes the revisions; `nil` if the ring does not report them.
    func note(hardware: String?, firmware: String?) {
      state.withLock { state in
        state.areKnown = true
        state.isRT = FirmwareProfile.isRT(hardware: hardware)
        if [hardware, firmware].contains(where: FirmwareProfile.isH59) { state.isH59 = true }
      }
    }

    /// Notes the fixed answer to `3C`.
    func noteH59() { state.withLock { $0.isH59 = true } }
  }
}
