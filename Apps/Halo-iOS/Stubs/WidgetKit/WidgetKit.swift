public import Foundation
public import SwiftUI

/// https://developer.apple.com/documentation/swiftui/widget
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
  init()
}

/// https://developer.apple.com/documentation/swiftui/widgetbundle
@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  @WidgetBundleBuilder var body: Body { get }
  init()
}

/// https://developer.apple.com/documentation/swiftui/widgetbundle/main()
extension WidgetBundle {
  public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/widgetbundlebuilder
@resultBuilder public struct WidgetBundleBuilder {
  public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration
@MainActor @preconcurrency public protocol WidgetConfiguration {}

/// https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:)
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/configurationdisplayname(_:)
extension WidgetConfiguration {
  public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/description(_:)
extension WidgetConfiguration {
  public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration/supportedfamilies(_:)
extension WidgetConfiguration {
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/widgetkit/widgetfamily
public enum WidgetFamily: Int, Sendable {
  case systemSmall, systemMedium, systemLarge, accessoryCircular, accessoryRectangular, accessoryInline
}

/// https://developer.apple.com/documentation/widgetkit/timelineentry
public protocol TimelineEntry {
  var date: Date { get }
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovider
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  @preconcurrency func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext
public struct TimelineProviderContext {
  public let isPreview: Bool
}

/// https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:)
public struct Timeline<EntryType: TimelineEntry> {
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

/// https://developer.apple.com/documentation/widgetkit/timeline
extension Timeline: Sendable where EntryType: Sendable {}

/// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy
public struct TimelineReloadPolicy: Equatable, Sendable {
  public static let atEnd = TimelineReloadPolicy()
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { fatalError() }
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter
public final class WidgetCenter: @unchecked Sendable {
  public static let shared = WidgetCenter()
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter/reloadtimelines(ofkind:)
extension WidgetCenter {
  public func reloadTimelines(ofKind kind: String) {}
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues/widgetfamily
extension EnvironmentValues {
  public var widgetFamily: WidgetFamily { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/containerbackground(for:alignment:content:)
extension View {
  nonisolated public func containerBackground<V: View>(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/containerbackground(_:for:)
extension View {
  nonisolated public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement/widget
public struct ContainerBackgroundPlacement: Sendable {
  public static let widget = ContainerBackgroundPlacement()
}
