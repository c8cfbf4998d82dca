public import Dispatch
public import Foundation

/// A program's accessories, and the picker for adding one.
///
/// ```swift
/// session.activate(on: .main) { event in … }
/// session.showPicker(for: [item]) { error in … }
/// ```
/// The picker runs in the terminal, or is a ``ScriptedChooser`` (`HALO_ACCESSORY`,
/// ``withChooser(_:storingIn:isolation:_:)``). Accessories are stored between launches, separately for each
/// program.
///
/// Unlike on Apple systems, programs can use other devices as well: scans of Core Bluetooth are not limited to chosen
/// devices, and no declaration is needed. Mistakes for which Apple's framework terminates the program are errors
/// here.
///
/// Not `Sendable`, as in the SDK of iOS 18: its header declares `NS_SWIFT_SENDABLE` for accessories, descriptors and
/// items, but not for sessions and events. Apple's current documentation lists `Sendable`. Code that compiles here
/// compiles with both.
open class ASAccessorySession: NSObject {
  /// Is called when a request has ended, with its error.
  public typealias CompletionHandler = @Sendable ((any Error)?) -> Void

  private let session = AccessorySession()

  /// A session that is not active yet.
  public override init() { super.init() }

  /// The program's accessories, chosen in this and earlier launches.
  open var accessories: [ASAccessory] { session.accessories }

  /// The settings of the picker.
  open var pickerDisplaySettings: ASPickerDisplaySettings? {
    get { session.pickerDisplaySettings }
    set { session.pickerDisplaySettings = newValue }
  }

  /// Activates the session. `eventHandler` is called on `queue` from now on, first with `activated`, when
  /// ``accessories`` contains those of earlier launches.
  open func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
    session.activate(on: queue, eventHandler: eventHandler)
  }

  /// Ends the session: closes the picker and sends `invalidated` as the last event.
  open func invalidate() { session.invalidate() }

  // MARK: Picker

  /// Shows a picker for the descriptors of an app extension. Linux has no app extensions: always fails with
  /// ``ASError/extensionNotFound``.
  @preconcurrency open func showPicker(completionHandler: @escaping CompletionHandler) {
    session.complete(
      completionHandler,
      ASError.error(
        .extensionNotFound, "Linux has no app extensions. Pass display items instead: showPicker(for:)."))
  }

  /// Shows a picker with the discovered devices that match the items. The program's existing accessories are not
  /// shown.
  ///
  /// All conditions of a descriptor must be met. If no match is found within three seconds, devices that advertise no
  /// services (as many do) are shown as well. A device chosen that way is connected to check its services. Apple
  /// systems do not do that.
  ///
  /// The order of events is: `pickerDidPresent`; `pickerSetupPairing` and `pickerSetupRename` if an item requests
  /// them; `accessoryAdded`; `pickerDidDismiss`. Then `completionHandler` is called, with ``ASError/userCancelled``
  /// if the user canceled.
  @preconcurrency open func showPicker(
    for displayItems: [ASPickerDisplayItem], completionHandler: @escaping CompletionHandler
  ) {
    session.showPicker(for: displayItems, completionHandler: completionHandler)
  }

  /// Shows devices that were reported to the program.
  @preconcurrency open func updatePicker(
    showing displayItems: [ASDiscoveredDisplayItem], completionHandler: @escaping CompletionHandler
  ) {
    session.updatePicker(showing: displayItems, completionHandler: completionHandler)
  }

  /// Ends the discovery: the program has shown all its devices.
  @preconcurrency open func finishPickerDiscovery(completionHandler: @escaping CompletionHandler) {
    session.finishPickerDiscovery(completionHandler: completionHandler)
  }

  // MARK: Accessories

  /// Removes an accessory without asking the user. A bond in the system remains; `bluetoothctl remove ADDRESS`
  /// removes it.
  @preconcurrency open func removeAccessory(_ accessory: ASAccessory, completionHandler: @escaping CompletionHandler) {
    session.withAccessory(accessory, completionHandler, session.remove)
  }

  /// Asks the user for another name.
  @preconcurrency open func renameAccessory(
    _ accessory: ASAccessory, options: ASAccessory.RenameOptions = [], completionHandler: @escaping CompletionHandler
  ) {
    session.renameAccessory(accessory, completionHandler: completionHandler)
  }

  // MARK: Authorization

  /// Confirms an accessory that awaits authorization (``ASPickerDisplayItem/SetupOptions/confirmAuthorization``).
  @preconcurrency open func finishAuthorization(
    for accessory: ASAccessory, settings: ASAccessorySettings, completionHandler: @escaping CompletionHandler
  ) {
    session.withAccessory(accessory, completionHandler) { try session.finishAuthorization($0, settings) }
  }

  /// Rejects and removes an accessory that awaits authorization.
  @preconcurrency open func failAuthorization(
    for accessory: ASAccessory, completionHandler: @escaping CompletionHandler
  ) {
    session.withAccessory(accessory, completionHandler, session.failAuthorization)
  }

  /// Replaces the descriptor of an accessory.
  @preconcurrency open func updateAuthorization(
    for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor, completionHandler: @escaping CompletionHandler
  ) {
    session.withAccessory(accessory, completionHandler) { try session.updateAuthorization($0, descriptor) }
  }
}
