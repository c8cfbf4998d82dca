/// Requests exclusive access to a device from the supervisor of the same program.
public struct SupervisorHandover: Handover {
  private let supervisor: Supervisor

  /// A handover by `supervisor`. The supervisor's own engine must not use it: it would wait for itself.
  public init(_ supervisor: Supervisor) { self.supervisor = supervisor }

  /// Waits until the supervisor has released the device. The result holds it.
  public func take(_ device: DeviceID) async -> (any Sendable)? {
    await supervisor.release(of: device)
    return Hold(supervisor: supervisor, device: device)
  }

  /// Holds the device while the object exists.
  private final class Hold: Sendable {
    private let supervisor: Supervisor
    private let device: DeviceID

    init(supervisor: Supervisor, device: DeviceID) {
      self.supervisor = supervisor
      self.device = device
    }

    deinit {
      // No code waits for this task, and it ends immediately.
      Task { [supervisor, device] in await supervisor.reclaim(device) }
    }
  }
}
