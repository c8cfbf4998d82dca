public import ActivityKit
public import SwiftUI

/// https://developer.apple.com/documentation/widgetkit/activityconfiguration iOS 16.1
@MainActor @preconcurrency public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {}

/// https://developer.apple.com/documentation/widgetkit/activityconfiguration/init(for:content:dynamicisland:) iOS 16.1
extension ActivityConfiguration {
  public init<Content: View>(
    for attributesType: Attributes.Type, @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}
}

/// https://developer.apple.com/documentation/widgetkit/activityviewcontext iOS 16.1
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  public var state: Attributes.ContentState { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/activityviewcontext/isstale iOS 16.2
extension ActivityViewContext {
  public var isStale: Bool { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/dynamicisland iOS 16.1
@MainActor @preconcurrency public struct DynamicIsland {}

/// https://developer.apple.com/documentation/widgetkit/dynamicisland/init(expanded:compactleading:compacttrailing:minimal:) iOS 16.1
extension DynamicIsland {
  public init<Expanded: View, Leading: View, Trailing: View, Minimal: View>(
    @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
    @ViewBuilder compactLeading: @escaping () -> Leading, @ViewBuilder compactTrailing: @escaping () -> Trailing,
    @ViewBuilder minimal: @escaping () -> Minimal
  ) {}
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregion iOS 16.1
@MainActor @preconcurrency public struct DynamicIslandExpandedRegion<Content: View> {
  public init(
    _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content
  ) {}
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition iOS 16.1
public struct DynamicIslandExpandedRegionPosition: Sendable {
  public static let leading = DynamicIslandExpandedRegionPosition()
  public static let trailing = DynamicIslandExpandedRegionPosition()
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontent iOS 16.1
public struct DynamicIslandExpandedContent<Content: View> {
  nonisolated init() {}
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontentbuilder iOS 16.1
@resultBuilder public struct DynamicIslandExpandedContentBuilder {
  public static func buildBlock<First: View, Second: View>(
    _ first: DynamicIslandExpandedRegion<First>, _ second: DynamicIslandExpandedRegion<Second>
  ) -> DynamicIslandExpandedContent<TupleView<(First, Second)>> { DynamicIslandExpandedContent() }
}
