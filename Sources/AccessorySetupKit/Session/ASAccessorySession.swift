#if !canImport(Darwin)
  import CoreBluetooth
  public import Dispatch
  public import Foundation
  import HaloBluetooth
  import Synchronization

  /// A program's accessories, and the picker by which a person adds one.
  ///
  /// ```swift
  /// session.activate(on: .main) { event in … }
  /// session.showPicker(for: [item]) { error in … }
  /// ```
  /// The picker is one in the terminal, or ``ScriptedChooser`` (`HALO_ACCESSORY`, ``withChooser(_:rememberingIn:isolation:_:)``). Accessories are
  /// remembered from launch to launch, for each program by itself.
  ///
  /// Unlike on Apple systems, programs see other devices as well: a scan of Core Bluetooth's is not narrowed to what was chosen, and nothing has
  /// to be declared. What Apple's framework ends the program for is an error here.
  ///
  /// Unchecked: what changes is behind a lock.
  open class ASAccessorySession: NSObject, @unchecked Sendable {
    /// What is going on while there is a picker.
    struct Picking {
      var task: Task<Void, Never>?
      let sightings: Sightings
      /// Says that there is something else to choose from.
      let update: @Sendable () -> Void
      /// Says that the program has shown all that it wants to.
      var finish: (@Sendable () -> Void)?
    }

    struct State {
      var callbacks: CallbackQueue?
      var handler: EventHandler?
      var isOver = false
      var accessories: [ASAccessory] = []
      var picking: Picking?
      var settings: ASPickerDisplaySettings?
      /// Who waits for the program to authorize an accessory.
      var awaiting: [UUID: CheckedContinuation<ASAccessorySettings?, any Error>] = [:]
    }

    /// What the program does with events. Unchecked: it is called on the program's queue alone.
    struct EventHandler: @unchecked Sendable {
      let body: (ASAccessoryEvent) -> Void
    }

    let radio = Radio.current
    let chooser: any AccessoryChooser
    private let file: AccessoryFile
    let state = Mutex(State())

    /// A session that is not active yet.
    public override init() {
      let surroundings = AccessorySurroundings.scoped
      chooser = surroundings?.chooser ?? StandardChooser.chooser()
      file = surroundings?.file ?? .standard()
      super.init()
    }

    /// The program's accessories: what people chose in this and earlier launches.
    open var accessories: [ASAccessory] { state.withLock { $0.accessories } }

    /// How the picker goes about it.
    open var pickerDisplaySettings: ASPickerDisplaySettings? {
      get { state.withLock { $0.settings } }
      set { state.withLock { $0.settings = newValue } }
    }

    /// Begins: `eventHandler` is called on `queue` from now on, first with `activated`, when ``accessories`` are those of earlier launches.
    open func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
      let handler = EventHandler(body: eventHandler)
      let callbacks = CallbackQueue(queue, radio: radio)
      let known = file.read().map { ASAccessory($0, state: .authorized) }
      for accessory in known { makeKnown(accessory.record) }
      let receipt = state.withLock { state in
        guard !state.isOver else { return CallbackQueue.Receipt?.none }
        state.callbacks = callbacks
        state.handler = handler
        state.accessories = known
        return Self.post(ASAccessoryEvent(.activated), state)
      }
      hold(for: receipt)
    }

    /// Tells Core Bluetooth the name of a device, which it so knows before it hears the device.
    func makeKnown(_ record: AccessoryRecord) { radio.note(DeviceID(record.device), name: record.advertisedName) }

    /// Ends: a picker is closed, `invalidated` is told, and nothing after it.
    open func invalidate() {
      let (receipt, task, awaiting) = state.withLock { state in
        guard !state.isOver else {
          return (
            CallbackQueue.Receipt?.none, Task<Void, Never>?.none,
            [CheckedContinuation<ASAccessorySettings?, any Error>]()
          )
        }
        state.isOver = true
        let receipt = Self.post(ASAccessoryEvent(.invalidated), state)
        state.handler = nil
        defer { state.awaiting.removeAll() }
        return (
          receipt, state.picking?.task, [CheckedContinuation<ASAccessorySettings?, any Error>](state.awaiting.values)
        )
      }
      hold(for: receipt)
      for continuation in awaiting { continuation.resume(returning: nil) }
      task?.cancel()
    }

    // MARK: Telling

    /// Tells an event, after all that was told before. To be called with the lock held, so that events come in the order of what happened;
    /// whoever called lets simulated time stand still afterwards, by waiting (the radio's tasks) or by ``hold(for:)``.
    private static func post(_ event: ASAccessoryEvent, _ state: State) -> CallbackQueue.Receipt? {
      guard let callbacks = state.callbacks, let handler = state.handler else { return nil }
      return callbacks.post { handler.body(event) }
    }

    /// Lets simulated time stand still until what the program asked for was told.
    func hold(for receipt: CallbackQueue.Receipt?) {
      guard let receipt, let callbacks = state.withLock({ $0.callbacks }) else { return }
      callbacks.hold(for: receipt)
    }

    /// Tells an event. To be called from the radio's tasks, as it waits for the program in a simulation.
    func tell(
      _ type: ASAccessoryEventType, _ accessory: ASAccessory? = nil, error: (any Error)? = nil
    ) {
      state.withLock { Self.post(ASAccessoryEvent(type, accessory: accessory, error: error), $0) }?.wait()
    }

    /// Calls a completion handler, after all events that were told before. Where the session never was active there is no queue yet.
    func complete(_ completion: @escaping @Sendable ((any Error)?) -> Void, _ error: (any Error)?) {
      let callbacks = state.withLock { $0.callbacks } ?? CallbackQueue(nil, radio: radio)
      callbacks.hold(for: callbacks.post { completion(error) })
    }

    /// Why nothing can be asked of the session now.
    func obstacle(_ state: borrowing State) -> ASError? {
      if state.isOver { return .error(.invalidated, "The session is over; make another one.") }
      if state.callbacks == nil {
        return .error(.activationFailed, "The session is not active: activate(on:eventHandler:) comes first.")
      }
      return nil
    }

    // MARK: Accessories

    /// Changes the accessories and what is remembered of them, and tells what became of the one that `body` gives. What is given back is
    /// waited for, or held for.
    ///
    /// Another session may have changed what is remembered since this one read it (another part of the program, or a second copy of it), so
    /// it is read again, with nobody else at it meanwhile.
    func change(
      _ type: ASAccessoryEventType, _ name: String, _ body: (inout [ASAccessory]) throws -> ASAccessory
    ) throws -> CallbackQueue.Receipt? {
      try state.withLock { state in
        let awaiting = state.accessories.filter { $0.state != .authorized }
        do {
          let (accessories, accessory) = try file.change { records in
            var accessories = records.map { ASAccessory($0, state: .authorized) } + awaiting
            let accessory = try body(&accessories)
            // What the program has not authorized yet is not remembered.
            records = accessories.filter { $0.state == .authorized }.map(\.record)
            return (accessories, accessory)
          }
          state.accessories = accessories
          return Self.post(ASAccessoryEvent(type, accessory: accessory), state)
        } catch let error as ASError {
          throw error
        } catch {
          throw ASError.error(
            .unknown, "\(name) could not be remembered: \(error.localizedDescription)", because: error)
        }
      }
    }

    /// Adds an accessory, and tells it.
    func add(_ accessory: ASAccessory) throws -> CallbackQueue.Receipt? {
      makeKnown(accessory.record)
      return try change(.accessoryAdded, accessory.displayName) { accessories in
        accessories.removeAll { $0.record.identifier == accessory.record.identifier }
        accessories.append(accessory)
        return accessory
      }
    }

    /// Does something with an accessory that the session has, and tells `completion` how that went.
    private func withAccessory(
      _ accessory: ASAccessory, _ completion: @escaping @Sendable ((any Error)?) -> Void,
      _ body: (ASAccessory) throws -> Void
    ) {
      do {
        let known = try state.withLock { state in
          if let obstacle = obstacle(state) { throw obstacle }
          guard let known = state.accessories.first(where: { $0.record.identifier == accessory.record.identifier })
          else { throw Self.unknown(accessory) }
          return known
        }
        try body(known)
        complete(completion, nil)
      } catch {
        complete(completion, error)
      }
    }

    private static func unknown(_ accessory: ASAccessory) -> ASError {
      ASError.error(.invalidRequest, "\(accessory.displayName) is none of this program's accessories.")
    }

    /// Forgets an accessory. The bond that the system may have with it stays (`bluetoothctl remove ADDRESS` ends it), and nobody is asked.
    @preconcurrency open func removeAccessory(
      _ accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      withAccessory(accessory, completionHandler) { known in
        try remove(known)
      }
    }

    private func remove(_ known: ASAccessory) throws {
      let receipt = try change(.accessoryRemoved, known.displayName) { accessories in
        accessories.removeAll { $0.record.identifier == known.record.identifier }
        return ASAccessory(known.record, state: .unauthorized)
      }
      hold(for: receipt)
    }

    /// Asks the person for another name.
    @preconcurrency open func renameAccessory(
      _ accessory: ASAccessory, options: ASAccessory.RenameOptions = [],
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      radio.start { [self] _ in
        let name: String?
        do {
          name = try await chooser.rename(accessory.displayName)
        } catch {
          return complete(completionHandler, error)
        }
        guard let name else {
          return complete(completionHandler, ASError.error(.userCancelled, "Nobody gave another name."))
        }
        withAccessory(accessory, completionHandler) { known in
          try replace(known) { $0.displayName = name }
        }
      }
    }

    /// Changes what is kept of an accessory, and tells that.
    private func replace(
      _ known: ASAccessory, _ state: ASAccessory.AccessoryState? = nil, _ body: (inout AccessoryRecord) -> Void
    ) throws {
      let receipt = try change(.accessoryChanged, known.displayName) { accessories in
        guard let place = accessories.firstIndex(where: { $0.record.identifier == known.record.identifier }) else {
          throw Self.unknown(known)
        }
        var record = accessories[place].record
        body(&record)
        accessories[place] = ASAccessory(record, state: state ?? accessories[place].state)
        return accessories[place]
      }
      hold(for: receipt)
    }

    // MARK: Authorization

    /// The program has found an accessory to be the right one (``ASPickerDisplayItem/SetupOptions/confirmAuthorization``).
    @preconcurrency open func finishAuthorization(
      for accessory: ASAccessory, settings: ASAccessorySettings,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      withAccessory(accessory, completionHandler) { known in
        try replace(known, .authorized) { record in
          record.bridgingIdentifier = settings.bluetoothTransportBridgingIdentifier ?? record.bridgingIdentifier
        }
        answer(known, settings)
      }
    }

    /// The program has found an accessory not to be the right one: it is forgotten.
    @preconcurrency open func failAuthorization(
      for accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      withAccessory(accessory, completionHandler) { known in
        try remove(known)
        answer(known, nil)
      }
    }

    /// An accessory is found by another descriptor from now on.
    @preconcurrency open func updateAuthorization(
      for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      withAccessory(accessory, completionHandler) { known in
        if let problem = descriptor.problem { throw ASError.error(.invalidRequest, problem) }
        let rules = descriptor.rules
        try replace(known) { $0.descriptor = rules }
      }
    }

    /// Lets the picker go on that waits for what the program says of an accessory.
    private func answer(_ accessory: ASAccessory, _ settings: ASAccessorySettings?) {
      state.withLock { $0.awaiting.removeValue(forKey: accessory.record.identifier) }?.resume(returning: settings)
    }
  }
#endif
