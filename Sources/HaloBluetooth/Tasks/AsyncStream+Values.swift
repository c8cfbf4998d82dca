extension AsyncStream where Element: Sendable {
  /// Creates the elements that `elements` makes of each value of a sequence, in order. It ends with the sequence, also if
  /// that throws, as notifications do when the link is lost. `elements` is called for one value at a time, and only when
  /// an element is awaited.
  public init<Values: AsyncSequence & Sendable>(
    _ values: Values, elements: @escaping @Sendable (Values.Element) -> [Element]
  ) where Values.Element: Sendable {
    let pending = PendingElements(values, elements)
    self.init { try? await pending.next() }
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The same with errors: it throws when the sequence does.
  package init<Values: AsyncSequence & Sendable>(
    _ values: Values, elements: @escaping @Sendable (Values.Element) -> [Element]
  ) where Values.Element: Sendable {
    let pending = PendingElements(values, elements)
    self.init { try await pending.next() }
  }
}

/// The elements of a sequence, as an actor for use in an escaping closure.
private actor PendingElements<Values: AsyncSequence & Sendable, Element: Sendable> where Values.Element: Sendable {
  private var values: Values.AsyncIterator
  private let elements: @Sendable (Values.Element) -> [Element]
  private var waiting: ArraySlice<Element> = []

  init(_ values: Values, _ elements: @escaping @Sendable (Values.Element) -> [Element]) {
    self.values = values.makeAsyncIterator()
    self.elements = elements
  }

  func next() async throws -> Element? {
    while waiting.isEmpty {
      var values = values
      let value = try await values.next(isolation: self)
      self.values = values
      guard let value else { return nil }
      waiting = elements(value)[...]
    }
    return waiting.removeFirst()
  }
}
