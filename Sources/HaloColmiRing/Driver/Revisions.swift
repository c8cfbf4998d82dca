import Synchronization

extension ColmiRing {
  /// What a session has learned about the firmware from its revisions and its answer to `3C`.
  final class Revisions: Sendable {
    private let state = Mutex((areKnown: false, isH59: false))

    /// True if a revision was read, or is known to be missing.
    var areKnown: Bool { state.withLock { $0.areKnown } }
    /// True if the firmware is that of the H59MA: ``FirmwareQuirk/fixedFeatures``.
    var isH59: Bool { state.withLock { $0.isH59 } }

    /// Notes a hardware or firmware revision, and returns it.
    @discardableResult func note(_ revision: String?) -> String? {
      state.withLock { state in
        state.areKnown = true
        if FirmwareProfile.isH59(revision: revision) { state.isH59 = true }
      }
      return revision
    }

    /// Notes the fixed answer to `3C`.
    func noteH59() { state.withLock { $0.isH59 = true } }
  }
}
