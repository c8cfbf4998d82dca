#if !canImport(Darwin)
  /// Carries one of Core Bluetooth's objects, or what belongs to the app, from a task of the radio's to the manager's queue.
  ///
  /// Unchecked: the changing state of those objects is behind locks (``Guarded``), and what belongs to the app is touched on its queue alone.
  struct Crossing<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// The same without keeping the object. Unchecked for the same reason; the reference itself is counted atomically.
  struct Weak<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
  }
#endif
