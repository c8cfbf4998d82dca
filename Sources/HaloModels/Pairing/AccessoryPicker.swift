/// Lets a person select accessories and remembers them: AccessorySetupKit on an iPhone, a script in tests and previews.
@MainActor
public protocol AccessoryPicker: AnyObject {
  /// Activates the picker and returns its events until the iteration ends. Accessories selected in an earlier launch
  /// arrive with ``AccessoryEvent/activated(_:)``. Only one caller at a time.
  func events() -> AsyncStream<AccessoryEvent>

  /// Shows the list of nearby devices. A selection arrives as an event; returns when the list is closed.
  ///
  /// - Throws: ``PickerError``. Closing the list without a selection is not an error.
  func show() async throws

  /// Removes an accessory from Halo and from the system; an event confirms it.
  ///
  /// - Throws: ``PickerError``, also if the person declines.
  func remove(_ accessory: Accessory) async throws
}

/// An event of a picker or its accessories.
public enum AccessoryEvent: Sendable, Hashable {
  /// The picker is ready; these accessories were selected earlier.
  case activated([Accessory])
  /// The list is shown.
  case shown
  /// The list was closed.
  case closed
  /// An accessory was selected.
  case added(Accessory)
  /// An accessory was renamed.
  case changed(Accessory)
  /// An accessory was removed, in Halo or in the system's settings.
  case removed(Accessory)
  /// An accessory could not be set up. The picker remains usable.
  case refused(PickerError)
  /// The picker can no longer be used.
  case failed(PickerError)
}
