public import HaloBluetooth

/// Asks the supervisor of the same program to leave a device alone.
public struct SupervisorHandover: Handover {
  private let supervisor: Supervisor

  /// Asks `supervisor`, whose own engine must not: it would wait for itself.
  public init(_ supervisor: Supervisor) { self.supervisor = supervisor }

  public func take(_ device: DeviceID) async -> (any Sendable)? {
    await supervisor.letGo(of: device)
    return Hold(supervisor: supervisor, device: device)
  }

  /// A hold lasts as long as this lives.
  private final class Hold: Sendable {
    private let supervisor: Supervisor
    private let device: DeviceID

    init(supervisor: Supervisor, device: DeviceID) {
      self.supervisor = supervisor
      self.device = device
    }

    deinit {
      // Nobody waits for it, and it ends at once.
      Task { [supervisor, device] in await supervisor.takeBack(device) }
    }
  }
}
