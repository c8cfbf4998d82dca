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
    session.activate(on: .main) { [weak self] event in
      let (type, chosen, words) = (
        event.eventType, event.accessory?.bluetoothIdentifier, event.error?.localizedDescription
      )
      MainActor.assumeIsolated { self?.take(type, chosen?.uuidString, words) }
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

  private func take(_ type: ASAccessoryEventType, _ identifier: String?, _ words: String?) {
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
    let descriptor = known.descriptor
    let kind = kinds.first { Self.isSame($0.item.descriptor, descriptor) }
    return kind.map {
      Accessory(device: DeviceID(identifier.uuidString), name: known.displayName, family: $0.family)
    }
  }

  private static func isSame(_ one: ASDiscoveryDescriptor, _ other: ASDiscoveryDescriptor) -> Bool {
    one.bluetoothServiceUUID == other.bluetoothServiceUUID
      && one.bluetoothCompanyIdentifier == other.bluetoothCompanyIdentifier
      && one.bluetoothNameSubstring == other.bluetoothNameSubstring
  }

  /// Whether a person has closed the picker, which is no error.
  private static func isClosing(_ error: any Error) -> Bool { (error as? ASError)?.code == .userCancelled }
}
