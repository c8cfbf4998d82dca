public import HaloReports

/// What a screen has to show.
public enum Loaded<Value: Sendable>: Sendable {
  /// It is being read for the first time.
  case loading
  /// There is nothing yet, and this is what to do about it.
  case empty(Advice)
  /// There it is.
  case value(Value)
  /// It could not be read.
  case failed(Problem)

  /// The value, where there is one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
  /// What to do, where there is nothing.
  public var advice: Advice? { if case .empty(let advice) = self { advice } else { nil } }
  /// What went wrong.
  public var problem: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  /// Whether it is being read for the first time.
  public var isLoading: Bool { if case .loading = self { true } else { false } }
}

extension Loaded: Equatable where Value: Equatable {}

/// What an empty screen says: that there is nothing, and what to do.
public struct Advice: Sendable, Hashable {
  /// That there is nothing.
  public let title: Phrase
  /// What to do.
  public let message: Phrase

  /// An advice.
  public init(_ title: Phrase, _ message: Phrase) {
    self.title = title
    self.message = message
  }
}
