public import AppleFoundation
public import Foundation

/// https://developer.apple.com/documentation/swiftui/localizedstringkey iOS 13.0
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}

/// https://developer.apple.com/documentation/swiftui/localizedstringkey/stringinterpolation iOS 13.0
extension LocalizedStringKey {
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ string: String) {}
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {}
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {}
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {}
    public mutating func appendInterpolation(_ text: Text) {}
    public mutating func appendInterpolation(_ image: Image) {}
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {}
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {}
  }
}

/// https://developer.apple.com/documentation/swiftui/localizedstringkey/stringinterpolation/appendinterpolation(_:) iOS 13.0
public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}

/// https://developer.apple.com/documentation/swiftui/text iOS 13.0
@frozen public struct Text: View, Equatable, Sendable {
  public var body: Never { stub() }
  nonisolated public static func == (left: Text, right: Text) -> Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:) iOS 13.0
extension Text {
  nonisolated public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/text/init(verbatim:) iOS 13.0
extension Text {
  nonisolated public init(verbatim content: String) {}
}

/// https://developer.apple.com/documentation/swiftui/text/init(_:) iOS 13.0
extension Text {
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) {}
  @_disfavoredOverload nonisolated public init(_ resource: LocalizedStringResource) {}
  nonisolated public init(_ image: Image) {}
  nonisolated public init(_ interval: ClosedRange<Date>) {}
}

/// https://developer.apple.com/documentation/swiftui/text/init(_:format:) iOS 15.0
extension Text {
  nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {}
}

/// https://developer.apple.com/documentation/swiftui/text/init(_:style:) iOS 14.0
extension Text {
  nonisolated public init(_ date: Date, style: Text.DateStyle) {}
}

/// https://developer.apple.com/documentation/swiftui/text/datestyle iOS 14.0
extension Text {
  public struct DateStyle: Sendable {
    public static let time = DateStyle()
    public static let date = DateStyle()
    public static let relative = DateStyle()
    public static let offset = DateStyle()
    public static let timer = DateStyle()
  }
}

/// https://developer.apple.com/documentation/swiftui/text/font(_:) iOS 13.0
extension Text {
  nonisolated public func font(_ font: Font?) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/foregroundstyle(_:) iOS 17.0
extension Text {
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/bold() iOS 13.0
extension Text {
  nonisolated public func bold() -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/underline(_:color:) iOS 13.0
extension Text {
  nonisolated public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/italic() iOS 13.0
extension Text {
  nonisolated public func italic() -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/fontweight(_:) iOS 13.0
extension Text {
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/monospaceddigit() iOS 15.0
extension Text {
  nonisolated public func monospacedDigit() -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/monospaced(_:) iOS 16.4
extension Text {
  nonisolated public func monospaced(_ isActive: Bool = true) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/text/+(_:_:) iOS 13.0
extension Text {
  nonisolated public static func + (left: Text, right: Text) -> Text { left }
}

/// https://developer.apple.com/documentation/swiftui/font iOS 13.0
@frozen public struct Font: Hashable, Sendable {}

/// https://developer.apple.com/documentation/swiftui/font/textstyle iOS 13.0
extension Font {
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }
}

/// https://developer.apple.com/documentation/swiftui/font/weight iOS 13.0
extension Font {
  public struct Weight: Hashable, Sendable {
    public static let ultraLight = Weight()
    public static let thin = Weight()
    public static let light = Weight()
    public static let regular = Weight()
    public static let medium = Weight()
    public static let semibold = Weight()
    public static let bold = Weight()
    public static let heavy = Weight()
    public static let black = Weight()
  }
}

/// https://developer.apple.com/documentation/swiftui/font/design iOS 13.0
extension Font {
  public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
  }
}

/// https://developer.apple.com/documentation/swiftui/font/largetitle iOS 13.0
extension Font {
  public static let largeTitle = Font()
  public static let title = Font()
  public static let title2 = Font()
  public static let title3 = Font()
  public static let headline = Font()
  public static let subheadline = Font()
  public static let body = Font()
  public static let callout = Font()
  public static let footnote = Font()
  public static let caption = Font()
  public static let caption2 = Font()
}

/// https://developer.apple.com/documentation/swiftui/font/system(_:design:weight:) iOS 13.0
extension Font {
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { stub() }
}

/// https://developer.apple.com/documentation/swiftui/font/system(size:weight:design:) iOS 13.0
extension Font {
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font { stub() }
}

/// https://developer.apple.com/documentation/swiftui/font/weight(_:) iOS 13.0
extension Font {
  public func weight(_ weight: Weight) -> Font { self }
}

/// https://developer.apple.com/documentation/swiftui/font/bold() iOS 13.0
extension Font {
  public func bold() -> Font { self }
}

/// https://developer.apple.com/documentation/swiftui/font/monospaced() iOS 15.0
extension Font {
  public func monospaced() -> Font { self }
}

/// https://developer.apple.com/documentation/swiftui/font/monospaceddigit() iOS 15.0
extension Font {
  public func monospacedDigit() -> Font { self }
}

/// https://developer.apple.com/documentation/swiftui/image iOS 13.0
@frozen public struct Image: View, Equatable, Sendable {
  public var body: Never { stub() }
  nonisolated public static func == (left: Image, right: Image) -> Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/image/init(systemname:) iOS 13.0
extension Image {
  nonisolated public init(systemName: String) {}
}

/// https://developer.apple.com/documentation/swiftui/image/init(_:bundle:) iOS 13.0
extension Image {
  nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/image/init(decorative:bundle:) iOS 13.0
extension Image {
  nonisolated public init(decorative name: String, bundle: Bundle? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:) iOS 13.0
extension Image {
  nonisolated public func resizable() -> Image { self }
}

/// https://developer.apple.com/documentation/swiftui/view/font(_:) iOS 13.0
extension View {
  nonisolated public func font(_ font: Font?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/bold(_:) iOS 16.0
extension View {
  nonisolated public func bold(_ isActive: Bool = true) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/fontweight(_:) iOS 16.0
extension View {
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/fontdesign(_:) iOS 16.0
extension View {
  nonisolated public func fontDesign(_ design: Font.Design?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/monospaceddigit() iOS 15.0
extension View {
  nonisolated public func monospacedDigit() -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/monospaced(_:) iOS 16.0
extension View {
  nonisolated public func monospaced(_ isActive: Bool = true) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/linelimit(_:) iOS 13.0
extension View {
  nonisolated public func lineLimit(_ number: Int?) -> some View { self }
  nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:) iOS 13.0
extension View {
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/minimumscalefactor(_:) iOS 13.0
extension View {
  nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/textselection(_:) iOS 15.0
extension View {
  nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/textselectability iOS 15.0
public protocol TextSelectability {}

/// https://developer.apple.com/documentation/swiftui/enabledtextselectability iOS 15.0
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/dynamictypesize(_:) iOS 15.0
extension View {
  nonisolated public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
  where T.Bound == DynamicTypeSize { self }
  nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/textalignment iOS 13.0
public enum TextAlignment: Hashable, CaseIterable, Sendable {
  case leading, center, trailing
}

/// https://developer.apple.com/documentation/swiftui/view/symbolrenderingmode(_:) iOS 15.0
extension View {
  nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/symbolrenderingmode iOS 15.0
public struct SymbolRenderingMode: Sendable {
  public static let monochrome = SymbolRenderingMode()
  public static let hierarchical = SymbolRenderingMode()
  public static let palette = SymbolRenderingMode()
  public static let multicolor = SymbolRenderingMode()
}

/// https://developer.apple.com/documentation/swiftui/view/imagescale(_:) iOS 13.0
extension View {
  nonisolated public func imageScale(_ scale: Image.Scale) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/image/scale iOS 13.0
extension Image {
  public enum Scale: Hashable, Sendable { case small, medium, large }
}
