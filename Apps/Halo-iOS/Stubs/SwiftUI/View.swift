public import Foundation

/// https://developer.apple.com/documentation/swiftui/view iOS 13.0
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// https://developer.apple.com/documentation/swift/never iOS 13.0
extension Never: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swift/optional iOS 13.0
extension Optional: View where Wrapped: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/emptyview iOS 13.0
public struct EmptyView: View, Sendable {
  nonisolated public init() {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/anyview iOS 13.0
public struct AnyView: View {
  nonisolated public init<V: View>(_ view: V) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/tupleview iOS 13.0
public struct TupleView<T>: View {
  nonisolated public init(_ value: T) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder iOS 13.0
@resultBuilder public struct ViewBuilder: Sendable {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    stub()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    stub()
  }
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:) iOS 13.0
public struct _ConditionalContent<First, Second> {}

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:) iOS 13.0
extension _ConditionalContent: View where First: View, Second: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/group iOS 13.0
public struct Group<Content> {}

/// https://developer.apple.com/documentation/swiftui/group/init(content:) iOS 13.0
extension Group: View where Content: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/foreach iOS 13.0
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  @MainActor @preconcurrency public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/foreach/init(_:content:) iOS 13.0
extension ForEach: View where Content: View {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {}
  nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content)
  where Data == Range<Int>, ID == Int {}
}

/// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:) iOS 13.0
extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/dynamicviewcontent/ondelete(perform:) iOS 13.0
extension ForEach where Content: View {
  nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier iOS 13.0
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder func body(content: Content) -> Body
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier/content iOS 13.0
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/modifier(_:) iOS 13.0
extension View {
  nonisolated public func modifier<T: ViewModifier>(_ modifier: T) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/previewprovider iOS 13.0
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
