/// Carries a Core Bluetooth object or an app's object from a radio task to the manager's queue.
///
/// Unchecked: the mutable state of Core Bluetooth objects is behind locks (``LockedValue``), and the app's objects are
/// used only on its queue.
struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The same with a weak reference. Unchecked for the same reason; weak references are thread-safe.
struct Weak<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
