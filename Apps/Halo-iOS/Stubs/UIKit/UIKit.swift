// The package's AccessorySetupKit has a UIImage of its own on Linux, because display items have pictures. Here it is by its right module.

/// https://developer.apple.com/documentation/uikit/uiimage iOS 2.0
@_exported public import class AccessorySetupKit.UIImage

/// https://developer.apple.com/documentation/uikit/uiapplication iOS 2.0
@MainActor public final class UIApplication {
  fileprivate init() {}
}

/// https://developer.apple.com/documentation/uikit/uiapplication/shared iOS 2.0
extension UIApplication {
  public class var shared: UIApplication { UIApplication() }
}

/// https://developer.apple.com/documentation/uikit/uiapplication/isidletimerdisabled iOS 2.0
extension UIApplication {
  public var isIdleTimerDisabled: Bool {
    get { false }
    set {}
  }
}

/// https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:) iOS 7.0
extension UIApplication {
  public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
}

/// https://developer.apple.com/documentation/uikit/uiapplication/endbackgroundtask(_:) iOS 4.0
extension UIApplication {
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

/// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier iOS 4.0
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier/invalid iOS 4.0
extension UIBackgroundTaskIdentifier {
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
