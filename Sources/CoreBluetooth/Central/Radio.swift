#if !canImport(Darwin)
  package import HaloBluetooth

  /// A radio that managers share, and what goes with it.
  package final class Radio: Sendable {
    /// What it is made of.
    package struct Parts: Sendable {
      /// The radio itself.
      package let central: any Central
      /// What pauses are measured by.
      package let clock: any Clock<Duration>
      /// What its tasks run on; a simulation's where it is a simulated one.
      package let executor: (any TaskExecutor)?

      package init(central: any Central, clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil) {
        self.central = central
        self.clock = clock
        self.executor = executor
      }
    }

    /// A device that was heard of.
    struct Known {
      let device: DeviceID
      var name: String?
      var services: Set<BluetoothUUID> = []
    }

    private let known: Parts?
    private let opening: Task<Parts, Never>?
    private let executorOnceOpen: Guarded<(any TaskExecutor)?>
    private let devices = Guarded<[DeviceIdentifier: Known]>([:])
    let restoration: RestorationStore
    /// Whether links say that they take no writes without response until the first one was written, as some iPhones do.
    let refusesFirstCommand: Bool

    /// A radio of a test, or of a program that chooses itself. In a simulation its tasks run in there.
    package init(_ central: any Central, clock: any Clock<Duration>, refusesFirstCommand: Bool = false) {
      self.refusesFirstCommand = refusesFirstCommand
      let parts = Parts(central: central, clock: clock, executor: TaskScope.executor)
      known = parts
      opening = nil
      executorOnceOpen = Guarded(parts.executor)
      restoration = .memory
    }

    /// A radio that opens by itself.
    init(opening: @escaping @Sendable () async -> Parts) {
      let executor = Guarded<(any TaskExecutor)?>(nil)
      known = nil
      executorOnceOpen = executor
      restoration = .files
      refusesFirstCommand = false
      self.opening = Task {
        let parts = await opening()
        executor.withLock { $0 = parts.executor }
        return parts
      }
    }

    /// The radio that a manager, or a session that picks accessories, uses which is made now.
    package static var current: Radio { CBCentralManager.scopedRadio ?? standard }

    /// Starts `work` with the radio, once it is open.
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

    /// Whether time stands still while a callback runs.
    var isSimulated: Bool { executorOnceOpen.withLock { $0 } != nil }

    /// Calls `body` as within `CBCentralManager.withCentral`, where this radio was chosen by that.
    func within<Result>(_ body: () throws -> Result) rethrows -> Result {
      guard let known else { return try body() }
      return try CBCentralManager.$scopedRadio.withValue(self) {
        try TaskScope.$executor.withValue(known.executor, operation: body)
      }
    }

    // MARK: Devices

    /// Notes that a device was heard of; what it is known by.
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

    /// The device of that identifier: one that was heard of, or one whose address the identifier tells.
    func device(_ identifier: DeviceIdentifier) -> Known? {
      devices.withLock { $0[identifier] } ?? identifier.address.map { Known(device: $0) }
    }
  }
#endif
