/// The loading state of a screen's contents.
public enum Loaded<Value: Sendable>: Sendable {
  /// The first load is in progress.
  case loading
  /// There is no data yet; the advice says what to do.
  case empty(Advice)
  /// The contents.
  case value(Value)
  /// Loading failed.
  case failed(Problem)

  /// The contents, if loaded.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
  /// The advice, if there is no data.
  public var advice: Advice? { if case .empty(let advice) = self { advice } else { nil } }
  /// The error, if loading failed.
  public var problem: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  /// True during the first load.
  public var isLoading: Bool { if case .loading = self { true } else { false } }
}

extension Loaded: Equatable where Value: Equatable {}

/// The text of an empty screen: its title, and what to do.
public struct Advice: Sendable, Hashable {
  /// The title, which says that there is no data.
  public let title: Phrase
  /// The suggested action.
  public let message: Phrase

  /// Creates an advice.
  public init(_ title: Phrase, _ message: Phrase) {
    self.title = title
    self.message = message
  }
}
