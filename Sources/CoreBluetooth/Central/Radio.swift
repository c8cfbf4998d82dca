package import HaloBluetooth

/// A radio that managers share, with its clock and executor.
package final class Radio: Sendable {
  /// The parts of a radio.
  package struct Parts: Sendable {
    /// The radio itself.
    package let central: any Central
    /// The clock for pauses.
    package let clock: any Clock<Duration>
    /// The executor for the radio's tasks, if it is simulated.
    package var executor: (any TaskExecutor)?
  }

  /// A device that was found.
  struct Known {
    let device: DeviceID
    var name: String?
    var services: Set<BluetoothUUID> = []
  }

  private let known: Parts?
  private let opening: Task<Parts, Never>?
  private let executorOnceOpen: LockedValue<(any TaskExecutor)?>
  private let devices = LockedValue<[DeviceIdentifier: Known]>([:])
  let restoration: RestorationStore
  /// True if links report that they are not ready for writes without response until the first one has been sent, as
  /// some iPhones do.
  let refusesFirstWrite: Bool

  /// A radio for a test, or for a program that selects its own. In a simulation, its tasks run in the simulation.
  package init(_ central: any Central, clock: any Clock<Duration>, refusesFirstWrite: Bool = false) {
    self.refusesFirstWrite = refusesFirstWrite
    let parts = Parts(central: central, clock: clock, executor: TaskScope.executor)
    known = parts
    opening = nil
    executorOnceOpen = LockedValue(parts.executor)
    restoration = .memory
  }

  /// A radio that opens itself.
  init(opening: @escaping @Sendable () async -> Parts) {
    let executor = LockedValue<(any TaskExecutor)?>(nil)
    known = nil
    executorOnceOpen = executor
    restoration = .files
    refusesFirstWrite = false
    self.opening = Task {
      let parts = await opening()
      executor.withLock { $0 = parts.executor }
      return parts
    }
  }

  /// The radio for a manager or a picker session created now.
  package static var current: Radio { CBCentralManager.scopedRadio ?? standard }

  /// Starts `work` with the radio once it is open.
  @discardableResult
  package func start(_ work: @escaping @Sendable (Parts) async -> Void) -> Task<Void, Never> {
    if let known {
      return within { Task(executorPreference: known.executor) { await work(known) } }
    }
    return Task {
      guard let parts = await opening?.value else { return }
      await TaskScope.$executor.withValue(parts.executor) {
        await withTaskExecutorPreference(parts.executor) { await work(parts) }
      }
    }
  }

  /// True if simulated time stops while a callback runs.
  var isSimulated: Bool { executorOnceOpen.withLock { $0 } != nil }

  /// Calls `body` in the scope of `CBCentralManager.withCentral`, if this radio was selected by it.
  func within<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let known else { return try body() }
    return try CBCentralManager.$scopedRadio.withValue(self) {
      try TaskScope.$executor.withValue(known.executor, operation: body)
    }
  }

  // MARK: Devices

  /// Records a device that was found. Returns its identifier.
  @discardableResult
  package func note(_ device: DeviceID, name: String?, services: [BluetoothUUID] = []) -> DeviceIdentifier {
    let identifier = DeviceIdentifier(device)
    devices.withLock { devices in
      var known = devices[identifier] ?? Known(device: device)
      known.name = name ?? known.name
      known.services.formUnion(services)
      devices[identifier] = known
    }
    return identifier
  }

  /// Returns the device with that identifier: one that was found, or one whose identifier contains its address.
  func device(_ identifier: DeviceIdentifier) -> Known? {
    devices.withLock { $0[identifier] } ?? identifier.address.map { Known(device: $0) }
  }
}
