public import Foundation

/// An event of a session. Not `Sendable`, for the same reason as ``ASAccessorySession``.
public final class ASAccessoryEvent: NSObject {
  /// The type of the event.
  public let eventType: ASAccessoryEventType
  /// The accessory that was added, changed, removed or discovered, or is being set up; otherwise nil.
  public let accessory: ASAccessory?
  /// The error, if any.
  public let error: (any Error)?

  init(_ type: ASAccessoryEventType, accessory: ASAccessory? = nil, error: (any Error)? = nil) {
    eventType = type
    self.accessory = accessory
    self.error = error
  }

  /// The type, the accessory and the error, for logs.
  public override var description: String {
    let what = [accessory?.displayName, error?.localizedDescription].compactMap(\.self).map { ", \($0)" }.joined()
    return "<ASAccessoryEvent: \(eventType)\(what)>"
  }
}
