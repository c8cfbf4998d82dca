#if !canImport(Darwin)
  public import Foundation

  /// Something that happened to a session.
  public final class ASAccessoryEvent: NSObject, Sendable {
    /// What.
    public let eventType: ASAccessoryEventType
    /// To which accessory, where it is one that was added, changed, removed or discovered, or is being set up.
    public let accessory: ASAccessory?
    /// What went wrong, where something did.
    public let error: (any Error)?

    init(_ type: ASAccessoryEventType, accessory: ASAccessory? = nil, error: (any Error)? = nil) {
      eventType = type
      self.accessory = accessory
      self.error = error
    }

    public override var description: String {
      let what = [accessory?.displayName, error?.localizedDescription].compactMap(\.self).map { ", \($0)" }.joined()
      return "<ASAccessoryEvent: \(eventType)\(what)>"
    }
  }
#endif
