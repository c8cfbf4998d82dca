public import Foundation

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter iOS 10.0
open class UNUserNotificationCenter {
  init() {}
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current() iOS 10.0
extension UNUserNotificationCenter {
  public class func current() -> UNUserNotificationCenter { fatalError() }
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions iOS 10.0
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/requestauthorization(options:completionhandler:) iOS 10.0
extension UNUserNotificationCenter {
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {}
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/add(_:withcompletionhandler:) iOS 10.0
extension UNUserNotificationCenter {
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {}
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removependingnotificationrequests(withidentifiers:) iOS 10.0
extension UNUserNotificationCenter {
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcontent iOS 10.0
open class UNNotificationContent {
  init() {}
}

/// https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent iOS 10.0
open class UNMutableNotificationContent: UNNotificationContent {
  public override init() { super.init() }
}

/// https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/title iOS 10.0
extension UNMutableNotificationContent {
  public var title: String {
    get { "" }
    set {}
  }
}

/// https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/body iOS 10.0
extension UNMutableNotificationContent {
  public var body: String {
    get { "" }
    set {}
  }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationtrigger iOS 10.0
open class UNNotificationTrigger {
  init() {}
}

/// https://developer.apple.com/documentation/usernotifications/untimeintervalnotificationtrigger/init(timeinterval:repeats:) iOS 10.0
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public init(timeInterval: TimeInterval, repeats: Bool) {}
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/init(identifier:content:trigger:) iOS 10.0
open class UNNotificationRequest {
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {}
}
