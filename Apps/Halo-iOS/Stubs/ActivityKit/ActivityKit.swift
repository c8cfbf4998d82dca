public import Foundation

/// https://developer.apple.com/documentation/activitykit/activityattributes iOS 16.1
public protocol ActivityAttributes: Decodable, Encodable {
  associatedtype ContentState: Decodable, Encodable, Hashable
}

/// https://developer.apple.com/documentation/activitykit/activity iOS 16.1
public final class Activity<Attributes: ActivityAttributes> {
  init() {}
}

/// https://developer.apple.com/documentation/activitykit/activity/activities iOS 16.1
extension Activity {
  public static var activities: [Activity<Attributes>] { fatalError() }
}

/// https://developer.apple.com/documentation/activitykit/activity/request(attributes:content:pushtype:) iOS 16.2
extension Activity {
  public static func request(
    attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil
  ) throws -> Activity<Attributes> { fatalError() }
}

/// https://developer.apple.com/documentation/activitykit/pushtype iOS 16.1
public struct PushType: Equatable, Sendable {}

/// https://developer.apple.com/documentation/activitykit/activity/update(_:) iOS 16.2
extension Activity {
  public func update(_ content: ActivityContent<Attributes.ContentState>) async {}
}

/// https://developer.apple.com/documentation/activitykit/activity/end(_:dismissalpolicy:) iOS 16.2
extension Activity {
  public func end(
    _ content: ActivityContent<Attributes.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {}
}

/// https://developer.apple.com/documentation/activitykit/activitycontent iOS 16.2
public struct ActivityContent<State: Decodable & Encodable & Hashable> {}

/// https://developer.apple.com/documentation/activitykit/activitycontent iOS 16.2
extension ActivityContent: Sendable where State: Sendable {}

/// https://developer.apple.com/documentation/activitykit/activitycontent/init(state:staledate:relevancescore:) iOS 16.2
extension ActivityContent {
  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {}
}

/// https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy iOS 16.1
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
  public static let `default` = ActivityUIDismissalPolicy()
  public static let immediate = ActivityUIDismissalPolicy()
}

/// https://developer.apple.com/documentation/activitykit/activityauthorizationinfo iOS 16.1
public final class ActivityAuthorizationInfo {
  public init() {}
}

/// https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/areactivitiesenabled iOS 16.1
extension ActivityAuthorizationInfo {
  public final var areActivitiesEnabled: Bool { fatalError() }
}
