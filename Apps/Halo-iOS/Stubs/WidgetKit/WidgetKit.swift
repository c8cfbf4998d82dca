public import Foundation
public import SwiftUI

/// https://developer.apple.com/documentation/swiftui/widget iOS 14.0
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
  init()
}

/// https://developer.apple.com/documentation/swiftui/widgetbundle iOS 14.0
@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  @WidgetBundleBuilder var body: Body { get }
  init()
}

/// https://developer.apple.com/documentation/swiftui/widgetbundle/main() iOS 14.0
extension WidgetBundle {
  public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/widgetbundlebuilder iOS 14.0
@resultBuilder public struct WidgetBundleBuilder {
  public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
  public static func buildBlock<First: Widget, Second: Widget>(_ first: First, _ second: Second) -> some Widget {
    first
  }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration iOS 14.0
@MainActor @preconcurrency public protocol WidgetConfiguration {}

/// https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:) iOS 14.0
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/configurationdisplayname(_:) iOS 14.0
extension WidgetConfiguration {
  public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/description(_:) iOS 14.0
extension WidgetConfiguration {
  public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/supportedfamilies(_:) iOS 14.0
extension WidgetConfiguration {
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/widgetkit/widgetfamily iOS 14.0
public enum WidgetFamily: Int, Sendable {
  case systemSmall, systemMedium, systemLarge, accessoryCircular, accessoryRectangular, accessoryInline
}

/// https://developer.apple.com/documentation/widgetkit/timelineentry iOS 14.0
public protocol TimelineEntry {
  var date: Date { get }
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovider iOS 14.0
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  @preconcurrency func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext iOS 14.0
public struct TimelineProviderContext {
  public let isPreview: Bool
}

/// https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:) iOS 14.0
public struct Timeline<EntryType: TimelineEntry> {
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

/// https://developer.apple.com/documentation/widgetkit/timeline iOS 14.0
extension Timeline: Sendable where EntryType: Sendable {}

/// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy iOS 14.0
public struct TimelineReloadPolicy: Equatable, Sendable {
  public static let atEnd = TimelineReloadPolicy()
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { fatalError() }
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter iOS 14.0
public final class WidgetCenter {
  public static var shared: WidgetCenter { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter/reloadtimelines(ofkind:) iOS 14.0
extension WidgetCenter {
  public func reloadTimelines(ofKind kind: String) {}
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/widgetfamily iOS 14.0
extension EnvironmentValues {
  public var widgetFamily: WidgetFamily { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/containerbackground(for:alignment:content:) iOS 17.0
extension View {
  nonisolated public func containerBackground<V: View>(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/containerbackground(_:for:) iOS 17.0
extension View {
  nonisolated public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement/widget iOS 17.0
public struct ContainerBackgroundPlacement: Sendable {
  public static let widget = ContainerBackgroundPlacement()
}

/// https://developer.apple.com/documentation/swiftui/view/widgeturl(_:) iOS 14.0
extension View {
  public func widgetURL(_ url: URL?) -> some View { self }
}
