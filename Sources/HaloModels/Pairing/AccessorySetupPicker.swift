// AccessorySetupKit does not exist on macOS, where the package builds as well.
#if os(iOS) || os(Linux)
  public import AccessorySetupKit
  import CoreBluetooth
  import Dispatch
  import Foundation

  /// A kind of device that a person can add: its family, and its entry in the system's picker.
  @MainActor
  public struct PickedKind {
    /// The family, such as `colmi-ring`.
    public let family: String
    /// The entry in the system's picker.
    public let item: ASPickerDisplayItem

    /// Creates a kind of device.
    public init(family: String, item: ASPickerDisplayItem) {
      self.family = family
      self.item = item
    }

    /// Returns the kind of a remembered accessory: the one whose descriptor best matches the accessory's, without
    /// contradictions. The system may return fewer properties than it was given, and a UUID in another form. If the
    /// descriptor matches no kind or several equally, the name decides, which is the item's until a person changes it.
    public static func kind(
      of descriptor: ASDiscoveryDescriptor, named name: String, among kinds: [PickedKind]
    ) -> PickedKind? {
      let rated = kinds.compactMap { kind in agreement(kind.item.descriptor, descriptor).map { (kind, $0) } }
      let best = rated.filter { $0.1 > 0 && $0.1 == rated.map(\.1).max() }.map(\.0)
      if Set(best.map(\.family)).count == 1 { return best.first }
      return (best.isEmpty ? kinds : best).first { $0.item.name == name } ?? best.first
    }

    /// Returns how well two descriptors agree: each shared property counts for it, each property of only one against it;
    /// `nil` if they contradict each other.
    private static func agreement(_ ours: ASDiscoveryDescriptor, _ theirs: ASDiscoveryDescriptor) -> Int? {
      let parts = [
        compare(service(ours), service(theirs)),
        compare(company(ours), company(theirs)),
        compare(ours.bluetoothNameSubstring, theirs.bluetoothNameSubstring),
      ]
      return parts.contains(nil) ? nil : parts.compactMap(\.self).reduce(0, +)
    }

    private static func compare<Value: Equatable>(_ one: Value?, _ other: Value?) -> Int? {
      switch (one, other) {
      case (nil, nil): 0
      case (let one?, let other?): one == other ? 4 : nil
      default: -1
      }
    }

    /// Returns the service, whether its UUID is written with 16 or 128 bits.
    private static func service(_ descriptor: ASDiscoveryDescriptor) -> BluetoothUUID? {
      descriptor.bluetoothServiceUUID.flatMap { BluetoothUUID($0.uuidString) }
    }

    private static func company(_ descriptor: ASDiscoveryDescriptor) -> UInt16? {
      let company = descriptor.bluetoothCompanyIdentifier.rawValue
      return company == 0 ? nil : company
    }
  }

  /// The system's accessory picker.
  ///
  /// The system remembers selected accessories: after a launch they arrive with ``AccessoryEvent/activated(_:)``.
  /// Accessories of kinds that are not in `kinds` are ignored.
  @MainActor
  public final class AccessorySetupPicker: AccessoryPicker {
    private let kinds: [PickedKind]
    private var session: ASAccessorySession?
    private var listener: AsyncStream<AccessoryEvent>.Continuation?
    private var isActive = false
    /// The number of the session, to ignore late events of an earlier one.
    private var number = 0

    /// Creates a picker for some kinds of devices.
    public init(kinds: [PickedKind]) { self.kinds = kinds }

    /// Activates the session, and returns its events.
    public func events() -> AsyncStream<AccessoryEvent> {
      listener?.finish()
      let (stream, continuation) = AsyncStream<AccessoryEvent>.makeStream()
      listener = continuation
      // A session can be activated only once; a new listener gets the remembered accessories.
      guard session == nil else {
        if isActive { continuation.yield(.activated(remembered)) }
        return stream
      }
      let session = ASAccessorySession()
      self.session = session
      number += 1
      let number = number
      session.activate(on: .main) { [weak self] event in
        let type = event.eventType
        let chosen = event.accessory?.bluetoothIdentifier
        let words = event.error?.localizedDescription
        MainActor.assumeIsolated { self?.take(type, chosen?.uuidString, words, from: number) }
      }
      return stream
    }

    /// Shows the system's picker.
    public func show() async throws {
      guard let session, isActive else { throw PickerError.notReady }
      do { try await Self.answer { session.showPicker(for: kinds.map(\.item), completionHandler: $0) } } catch {
        if (error as? ASError)?.code == .userCancelled { return }
        throw PickerError.system(error.localizedDescription)
      }
    }

    /// Removes an accessory with the system's confirmation dialog.
    public func remove(_ accessory: Accessory) async throws {
      guard let session, isActive else { throw PickerError.notReady }
      guard
        let known = session.accessories.first(where: { $0.bluetoothIdentifier?.uuidString == accessory.device.text })
      else { throw PickerError.notRemembered(name: accessory.name) }
      do { try await Self.answer { session.removeAccessory(known, completionHandler: $0) } } catch {
        throw PickerError.system(error.localizedDescription)
      }
    }

    /// Waits for the answer of the session. Not the session's asynchronous functions: Apple's session is not `Sendable`,
    /// and must not leave the main actor.
    private static func answer(_ ask: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        ask { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
    }

    private func take(_ type: ASAccessoryEventType, _ identifier: String?, _ words: String?, from number: Int) {
      guard number == self.number, session != nil else { return }
      let accessory = session?.accessories.first { $0.bluetoothIdentifier?.uuidString == identifier }
      switch type {
      case .activated:
        isActive = true
        listener?.yield(.activated(remembered))
      case .invalidated:
        isActive = false
        session = nil
        listener?.yield(.failed(words.map(PickerError.system) ?? .notReady))
      case .pickerDidPresent: listener?.yield(.shown)
      case .pickerDidDismiss: listener?.yield(.closed)
      case .accessoryAdded:
        guard let accessory else { return }
        if let known = self.accessory(accessory) {
          listener?.yield(.added(known))
        } else {
          listener?.yield(.refused(.unknownKind(name: accessory.displayName)))
        }
      case .accessoryChanged:
        if let known = accessory.flatMap(self.accessory) { listener?.yield(.changed(known)) }
      case .accessoryRemoved:
        // The session has already removed the accessory; its name and family are no longer needed.
        if let identifier { listener?.yield(.removed(Accessory(device: DeviceID(identifier), name: "", family: ""))) }
      case .pickerSetupFailed:
        if let words { listener?.yield(.refused(.system(words))) }
      default: break
      }
    }

    /// The remembered accessories of kinds that Halo supports.
    private var remembered: [Accessory] { (session?.accessories ?? []).compactMap(accessory) }

    private func accessory(_ known: ASAccessory) -> Accessory? {
      guard let identifier = known.bluetoothIdentifier, known.state == .authorized else { return nil }
      let kind = PickedKind.kind(of: known.descriptor, named: known.displayName, among: kinds)
      return kind.map {
        Accessory(device: DeviceID(identifier.uuidString), name: known.displayName, family: $0.family)
      }
    }
  }
#endif
