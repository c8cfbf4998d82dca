public import Foundation

/// A text with the options for comparing it.
public final class ASPropertyCompareString: NSObject, Sendable {
  /// The text.
  public let string: String
  /// The options for comparing.
  public let compareOptions: NSString.CompareOptions

  /// A text with options for comparing it.
  public init(string: String, compareOptions: NSString.CompareOptions) {
    self.string = string
    self.compareOptions = compareOptions
  }
}
