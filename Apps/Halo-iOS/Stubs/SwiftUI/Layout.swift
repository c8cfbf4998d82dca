public import Foundation

/// https://developer.apple.com/documentation/swiftui/horizontalalignment iOS 13.0
public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
  public static let trailing = HorizontalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment iOS 13.0
public struct VerticalAlignment: Equatable, Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
  public static let bottom = VerticalAlignment()
  public static let firstTextBaseline = VerticalAlignment()
  public static let lastTextBaseline = VerticalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/alignment iOS 13.0
public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
  public static let trailing = Alignment()
  public static let top = Alignment()
  public static let bottom = Alignment()
  public static let topLeading = Alignment()
  public static let topTrailing = Alignment()
  public static let bottomLeading = Alignment()
  public static let bottomTrailing = Alignment()
}

/// https://developer.apple.com/documentation/swiftui/edge iOS 13.0
public enum Edge: Int8, CaseIterable, Sendable {
  case top, leading, bottom, trailing
}

/// https://developer.apple.com/documentation/swiftui/edge/set iOS 13.0
extension Edge {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let all = Set(rawValue: 15)
    public static let horizontal = Set(rawValue: 10)
    public static let vertical = Set(rawValue: 5)
  }
}

/// https://developer.apple.com/documentation/swiftui/edgeinsets iOS 13.0
public struct EdgeInsets: Equatable, Sendable {
  public init() {}
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {}
}

/// https://developer.apple.com/documentation/swiftui/axis iOS 13.0
public enum Axis: Int8, CaseIterable, Sendable {
  case horizontal, vertical
}

/// https://developer.apple.com/documentation/swiftui/axis/set iOS 13.0
extension Axis {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

/// https://developer.apple.com/documentation/swiftui/visibility iOS 15.0
public enum Visibility: Hashable, CaseIterable, Sendable {
  case automatic, visible, hidden
}

/// https://developer.apple.com/documentation/swiftui/vstack iOS 13.0
public struct VStack<Content: View>: View {
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/hstack iOS 13.0
public struct HStack<Content: View>: View {
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/zstack iOS 13.0
public struct ZStack<Content: View>: View {
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/lazyvstack iOS 14.0
public struct LazyVStack<Content: View>: View {
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/lazyvgrid iOS 14.0
public struct LazyVGrid<Content: View>: View {
  nonisolated public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/griditem iOS 14.0
public struct GridItem: Sendable {
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
}

/// https://developer.apple.com/documentation/swiftui/grid iOS 16.0
public struct Grid<Content: View>: View {
  nonisolated public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/gridrow iOS 16.0
public struct GridRow<Content: View>: View {
  nonisolated public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/gridcellcolumns(_:) iOS 16.0
extension View {
  nonisolated public func gridCellColumns(_ count: Int) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/gridcolumnalignment(_:) iOS 16.0
extension View {
  nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/viewthatfits iOS 16.0
public struct ViewThatFits<Content: View>: View {
  nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/spacer iOS 13.0
public struct Spacer: View {
  nonisolated public init(minLength: CGFloat? = nil) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/divider iOS 13.0
public struct Divider: View {
  nonisolated public init() {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scrollview iOS 13.0
public struct ScrollView<Content: View>: View {
  nonisolated public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/geometryreader iOS 13.0
public struct GeometryReader<Content: View>: View {
  nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/geometryproxy iOS 13.0
public struct GeometryProxy: Sendable {
  public var size: CGSize { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/padding(_:_:) iOS 13.0
extension View {
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/padding(_:) iOS 13.0
extension View {
  nonisolated public func padding(_ length: CGFloat) -> some View { self }
  nonisolated public func padding(_ insets: EdgeInsets) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:) iOS 13.0
extension View {
  nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:) iOS 13.0
extension View {
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/offset(x:y:) iOS 13.0
extension View {
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/fixedsize(horizontal:vertical:) iOS 13.0
extension View {
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/fixedsize() iOS 13.0
extension View {
  nonisolated public func fixedSize() -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/layoutpriority(_:) iOS 13.0
extension View {
  nonisolated public func layoutPriority(_ value: Double) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/aspectratio(_:contentmode:) iOS 13.0
extension View {
  nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/scaledtofit() iOS 13.0
extension View {
  nonisolated public func scaledToFit() -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/contentmode iOS 13.0
public enum ContentMode: Hashable, CaseIterable, Sendable {
  case fit, fill
}

/// https://developer.apple.com/documentation/swiftui/view/safeareainset(edge:alignment:spacing:content:) iOS 15.0
extension View {
  nonisolated public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/verticaledge iOS 15.0
public enum VerticalEdge: Int8, CaseIterable, Sendable {
  case top, bottom
}

/// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:) iOS 15.0
extension View {
  nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/background(alignment:content:) iOS 15.0
extension View {
  nonisolated public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/view/hidden() iOS 13.0
extension View {
  nonisolated public func hidden() -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/id(_:) iOS 13.0
extension View {
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:) iOS 13.0
extension View {
  nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }
}
