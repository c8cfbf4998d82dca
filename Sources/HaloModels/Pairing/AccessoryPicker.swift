/// Lets a person choose an accessory, and remembers it: AccessorySetupKit on an iPhone, a script in tests and previews.
@MainActor
public protocol AccessoryPicker: AnyObject {
  /// Wakes the picker up, and tells what happens to it and to its accessories from then on, until the iteration ends. What was chosen in
  /// an earlier launch comes with ``AccessoryEvent/activated(_:)``. One caller at a time.
  func events() -> AsyncStream<AccessoryEvent>

  /// Shows the list of devices near by. What is chosen comes as an event; returns when the list has been closed.
  ///
  /// - Throws: ``PickerError``. Closing the list without a choice is no error.
  func show() async throws

  /// Forgets an accessory, here and in the system; an event says so when it is done.
  ///
  /// - Throws: ``PickerError``, also where the person does not agree.
  func remove(_ accessory: Accessory) async throws
}

/// What happens to a picker and to its accessories.
public enum AccessoryEvent: Sendable, Hashable {
  /// The picker is ready; these were chosen earlier.
  case activated([Accessory])
  /// The list is shown.
  case shown
  /// The list was closed.
  case closed
  /// An accessory was chosen.
  case added(Accessory)
  /// An accessory has another name.
  case changed(Accessory)
  /// An accessory was forgotten, here or in the system's settings.
  case removed(Accessory)
  /// An accessory could not be set up. The picker can be used again.
  case refused(PickerError)
  /// The picker cannot be used any more.
  case failed(PickerError)
}
