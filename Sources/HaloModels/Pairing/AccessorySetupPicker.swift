public import AccessorySetupKit
import CoreBluetooth
import Dispatch
import HaloBluetooth

/// A kind of device that a person can add: its family, and how the system's picker shows and finds it.
@MainActor
public struct PickedKind {
  /// Its family, such as `colmi-ring`.
  public let family: String
  /// How the picker shows and finds it.
  public let item: ASPickerDisplayItem

  /// A kind of device.
  public init(family: String, item: ASPickerDisplayItem) {
    self.family = family
    self.item = item
  }

  /// The kind that a remembered accessory was found as: the one whose descriptor says most of what the accessory's does, and nothing else.
  /// The system may give back less than it was given, and a UUID in another form. Where the descriptor tells no kind, or several alike,
  /// the name decides, which is the item's until a person changes it.
  public static func kind(
    of descriptor: ASDiscoveryDescriptor, named name: String, among kinds: [PickedKind]
  ) -> PickedKind? {
    let rated = kinds.compactMap { kind in agreement(kind.item.descriptor, descriptor).map { (kind, $0) } }
    let best = rated.filter { $0.1 > 0 && $0.1 == rated.map(\.1).max() }.map(\.0)
    if Set(best.map(\.family)).count == 1 { return best.first }
    return (best.isEmpty ? kinds : best).first { $0.item.name == name } ?? best.first
  }

  /// How well two descriptors agree: what both say counts for it, what one alone says against it; `nil` where they contradict each other.
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

  /// A service, whether its UUID is written with 16 bits or with 128.
  private static func service(_ descriptor: ASDiscoveryDescriptor) -> BluetoothUUID? {
    descriptor.bluetoothServiceUUID.flatMap { BluetoothUUID($0.uuidString) }
  }

  private static func company(_ descriptor: ASDiscoveryDescriptor) -> UInt16? {
    let company = descriptor.bluetoothCompanyIdentifier.rawValue
    return company == 0 ? nil : company
  }
}

/// The system's picker of accessories.
///
/// The system keeps what was chosen: after a launch it comes with ``AccessoryEvent/activated(_:)``. An accessory of a kind that is not
/// among `kinds` is left alone.
@MainActor
public final class AccessorySetupPicker: AccessoryPicker {
  private let kinds: [PickedKind]
  private var session: ASAccessorySession?
  private var listener: AsyncStream<AccessoryEvent>.Continuation?
  private var isActive = false
  /// Which session it is: what one that is over still tells is not the next one's.
  private var number = 0

  /// A picker of devices of some kinds.
  public init(kinds: [PickedKind]) { self.kinds = kinds }

  public func events() -> AsyncStream<AccessoryEvent> {
    listener?.finish()
    let (stream, continuation) = AsyncStream<AccessoryEvent>.makeStream()
    listener = continuation
    // A session is activated once; who listens again is told what there is.
    guard session == nil else {
      if isActive { continuation.yield(.activated(remembered)) }
      return stream
    }
    let session = ASAccessorySession()
    self.session = session
    number += 1
    let number = number
    session.activate(on: .main) { [weak self] event in
      let (type, chosen, words) = (
        event.eventType, event.accessory?.bluetoothIdentifier, event.error?.localizedDescription
      )
      MainActor.assumeIsolated { self?.take(type, chosen?.uuidString, words, from: number) }
    }
    return stream
  }

  public func show() async throws {
    guard let session, isActive else { throw PickerError.notReady }
    do { try await session.showPicker(for: kinds.map(\.item)) } catch {
      if Self.isClosing(error) { return }
      throw PickerError.system(error.localizedDescription)
    }
  }

  public func remove(_ accessory: Accessory) async throws {
    guard let session, isActive else { throw PickerError.notReady }
    guard let known = session.accessories.first(where: { $0.bluetoothIdentifier?.uuidString == accessory.device.text })
    else { throw PickerError.notRemembered(name: accessory.name) }
    do { try await session.removeAccessory(known) } catch {
      throw PickerError.system(error.localizedDescription)
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
      // It is gone from the session already; its name and family do not matter any more.
      if let identifier { listener?.yield(.removed(Accessory(device: DeviceID(identifier), name: "", family: ""))) }
    case .pickerSetupFailed:
      if let words { listener?.yield(.refused(.system(words))) }
    default: break
    }
  }

  /// What was chosen, as far as Halo knows what it is.
  private var remembered: [Accessory] { (session?.accessories ?? []).compactMap(accessory) }

  private func accessory(_ known: ASAccessory) -> Accessory? {
    guard let identifier = known.bluetoothIdentifier, known.state == .authorized else { return nil }
    let kind = PickedKind.kind(of: known.descriptor, named: known.displayName, among: kinds)
    return kind.map {
      Accessory(device: DeviceID(identifier.uuidString), name: known.displayName, family: $0.family)
    }
  }

  /// Whether a person has closed the picker, which is no error.
  private static func isClosing(_ error: any Error) -> Bool { (error as? ASError)?.code == .userCancelled }
}
