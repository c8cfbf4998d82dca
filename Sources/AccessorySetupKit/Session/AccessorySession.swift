import CoreBluetooth
import Dispatch
import Foundation
import HaloBluetooth
import Synchronization

/// The part of a session that its tasks share: the accessories, the picker and the events.
///
/// ``ASAccessorySession`` itself is not `Sendable`, so its tasks refer to this part only.
final class AccessorySession: Sendable {
  /// The state of a picker.
  struct Picking {
    var task: Task<Void, Never>?
    let seenDevices: SeenDevices
    /// Called when the devices to choose from have changed.
    let update: @Sendable () -> Void
    /// Called when the program ends the discovery.
    var finish: (@Sendable () -> Void)?
  }

  typealias Awaiting = CheckedContinuation<ASAccessorySettings?, any Error>

  struct State {
    var callbacks: CallbackQueue?
    var handler: EventHandler?
    var isOver = false
    var accessories: [ASAccessory] = []
    var picking: Picking?
    var settings: ASPickerDisplaySettings?
    /// The pickers that wait for the program to authorize an accessory.
    var awaiting: [UUID: Awaiting] = [:]
  }

  /// The program's event handler. Unchecked: `CallbackQueue` calls it on the program's queue, one call after the
  /// other; everywhere else the reference is only copied and released, which is safe on any thread.
  struct EventHandler: @unchecked Sendable {
    let body: (ASAccessoryEvent) -> Void
  }

  typealias Completion = ASAccessorySession.CompletionHandler

  let radio = Radio.current
  let chooser: any AccessoryChooser
  private let file: AccessoryFile
  let state = Mutex(State())

  /// A session that is not active yet.
  init() {
    let sessionEnvironment = AccessorySessionEnvironment.scoped
    chooser = sessionEnvironment?.chooser ?? StandardChooser.chooser()
    file = sessionEnvironment?.file ?? .standard()
  }

  var accessories: [ASAccessory] { state.withLock { $0.accessories } }

  var pickerDisplaySettings: ASPickerDisplaySettings? {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
    let handler = EventHandler(body: eventHandler)
    let callbacks = CallbackQueue(queue, radio: radio)
    let known = file.read().map { ASAccessory($0, state: .authorized) }
    for accessory in known { registerName(accessory.record) }
    let receipt = state.withLock { state in
      guard !state.isOver else { return CallbackQueue.Receipt?.none }
      state.callbacks = callbacks
      state.handler = handler
      state.accessories = known
      return Self.post(.activated, in: state)
    }
    hold(for: receipt)
  }

  /// Gives Core Bluetooth the name of a device before the device is found.
  func registerName(_ record: AccessoryRecord) { radio.note(DeviceID(record.device), name: record.advertisedName) }

  func invalidate() {
    let (receipt, task, awaiting) = state.withLock {
      state -> (CallbackQueue.Receipt?, Task<Void, Never>?, [Awaiting]) in
      guard !state.isOver else { return (nil, nil, []) }
      state.isOver = true
      let receipt = Self.post(.invalidated, in: state)
      state.handler = nil
      return (receipt, state.picking?.task, [Awaiting](exchange(&state.awaiting, with: [:]).values))
    }
    hold(for: receipt)
    for continuation in awaiting { continuation.resume(returning: nil) }
    task?.cancel()
  }

  // MARK: Events

  /// Posts an event after all earlier ones. Call it with the lock held, so that events keep their order. Afterwards
  /// the caller stops simulated time, by waiting (radio tasks) or with ``hold(for:)``.
  private static func post(
    _ type: ASAccessoryEventType, _ accessory: ASAccessory? = nil, error: (any Error)? = nil, in state: State
  ) -> CallbackQueue.Receipt? {
    guard let callbacks = state.callbacks, let handler = state.handler else { return nil }
    return callbacks.post { handler.body(ASAccessoryEvent(type, accessory: accessory, error: error)) }
  }

  /// Stops simulated time until a posted event was delivered.
  func hold(for receipt: CallbackQueue.Receipt?) {
    guard let receipt, let callbacks = state.withLock({ $0.callbacks }) else { return }
    callbacks.hold(for: receipt)
  }

  /// Sends an event. Only for radio tasks, because it waits for the program in a simulation.
  func report(
    _ type: ASAccessoryEventType, _ accessory: ASAccessory? = nil, error: (any Error)? = nil
  ) {
    state.withLock { Self.post(type, accessory, error: error, in: $0) }?.wait()
  }

  /// Calls a completion handler after all earlier events. If the session was never active, calls it on the main
  /// queue.
  func complete(_ completion: @escaping Completion, _ error: (any Error)?) {
    let callbacks = state.withLock { $0.callbacks } ?? CallbackQueue(nil, radio: radio)
    callbacks.hold(for: callbacks.post { completion(error) })
  }

  /// Returns the error if the session cannot be used now.
  func unusableError(_ state: borrowing State) -> ASError? {
    if state.isOver { return .error(.invalidated, "The session was invalidated. Create a new one.") }
    if state.callbacks == nil {
      return .error(.activationFailed, "The session is not active. Call activate(on:eventHandler:) first.")
    }
    return nil
  }

  // MARK: Accessories

  /// Changes the accessories and the stored file, and posts an event for the accessory that `body` returns. The
  /// caller waits for the receipt or passes it to ``hold(for:)``.
  ///
  /// Another session, in this program or in a second instance of it, may have changed the file since this one read
  /// it. The file is therefore read again under an exclusive lock.
  func change(
    _ type: ASAccessoryEventType, _ name: String, _ body: (inout [ASAccessory]) throws -> ASAccessory
  ) throws -> CallbackQueue.Receipt? {
    try state.withLock { state in
      let awaiting = state.accessories.filter { $0.state != .authorized }
      do {
        let (accessories, accessory) = try file.change { records in
          var accessories = records.map { ASAccessory($0, state: .authorized) } + awaiting
          let accessory = try body(&accessories)
          // Accessories are stored only once authorized.
          records = accessories.filter { $0.state == .authorized }.map(\.record)
          return (accessories, accessory)
        }
        state.accessories = accessories
        return Self.post(type, accessory, in: state)
      } catch let error as ASError {
        throw error
      } catch {
        throw ASError.error(
          .unknown, "\(name) could not be saved: \(error.localizedDescription)", because: error)
      }
    }
  }

  /// Adds an accessory and posts the event.
  func add(_ accessory: ASAccessory) throws -> CallbackQueue.Receipt? {
    registerName(accessory.record)
    return try change(.accessoryAdded, accessory.displayName) { accessories in
      accessories.removeAll { $0.record.identifier == accessory.record.identifier }
      accessories.append(accessory)
      return accessory
    }
  }

  /// Calls `body` with the session's own copy of an accessory, and reports the result to `completion`.
  func withAccessory(
    _ accessory: ASAccessory, _ completion: @escaping Completion, _ body: (ASAccessory) throws -> Void
  ) {
    do {
      let known = try state.withLock { state in
        if let unusableError = unusableError(state) { throw unusableError }
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
    ASError.error(.invalidRequest, "\(accessory.displayName) is not an accessory of this program.")
  }

  func remove(_ known: ASAccessory) throws {
    let receipt = try change(.accessoryRemoved, known.displayName) { accessories in
      accessories.removeAll { $0.record.identifier == known.record.identifier }
      return ASAccessory(known.record, state: .unauthorized)
    }
    hold(for: receipt)
  }

  func renameAccessory(_ accessory: ASAccessory, completionHandler: @escaping Completion) {
    radio.start { [self] _ in
      do {
        guard let name = try await chooser.rename(accessory.displayName) else {
          throw ASError.error(.userCancelled, "No name was entered.")
        }
        withAccessory(accessory, completionHandler) { known in try replace(known) { $0.displayName = name } }
      } catch {
        complete(completionHandler, error)
      }
    }
  }

  /// Changes the stored data of an accessory and posts the event.
  private func replace(
    _ known: ASAccessory, _ state: ASAccessory.AccessoryState? = nil, _ body: (inout AccessoryRecord) -> Void
  ) throws {
    let receipt = try change(.accessoryChanged, known.displayName) { accessories in
      guard let index = accessories.firstIndex(where: { $0.record.identifier == known.record.identifier }) else {
        throw Self.unknown(known)
      }
      var record = accessories[index].record
      body(&record)
      accessories[index] = ASAccessory(record, state: state ?? accessories[index].state)
      return accessories[index]
    }
    hold(for: receipt)
  }

  // MARK: Authorization

  func finishAuthorization(_ known: ASAccessory, _ settings: ASAccessorySettings) throws {
    try replace(known, .authorized) { record in
      record.bridgingIdentifier = settings.bluetoothTransportBridgingIdentifier ?? record.bridgingIdentifier
    }
    answer(known, settings)
  }

  func failAuthorization(_ known: ASAccessory) throws {
    try remove(known)
    answer(known, nil)
  }

  func updateAuthorization(_ known: ASAccessory, _ descriptor: ASDiscoveryDescriptor) throws {
    if let problem = descriptor.problem { throw ASError.error(.invalidRequest, problem) }
    let rules = descriptor.rules
    try replace(known) { $0.descriptor = rules }
  }

  /// Resumes the picker that waits for the program's authorization.
  private func answer(_ accessory: ASAccessory, _ settings: ASAccessorySettings?) {
    state.withLock { $0.awaiting.removeValue(forKey: accessory.record.identifier) }?.resume(returning: settings)
  }
}
