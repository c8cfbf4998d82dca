public import Foundation

/// https://developer.apple.com/documentation/swiftui/shapestyle iOS 13.0
public protocol ShapeStyle: Sendable {}

/// https://developer.apple.com/documentation/swiftui/color iOS 13.0
@frozen public struct Color: View, Hashable, ShapeStyle {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/color/init(_:bundle:) iOS 13.0
extension Color {
  nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/color/init(_:red:green:blue:opacity:) iOS 13.0
extension Color {
  nonisolated public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/color/rgbcolorspace iOS 13.0
extension Color {
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }
}

/// https://developer.apple.com/documentation/swiftui/color/red iOS 13.0
extension Color {
  nonisolated public static var red: Color { stub() }
  nonisolated public static var orange: Color { stub() }
  nonisolated public static var yellow: Color { stub() }
  nonisolated public static var green: Color { stub() }
  nonisolated public static var mint: Color { stub() }
  nonisolated public static var teal: Color { stub() }
  nonisolated public static var cyan: Color { stub() }
  nonisolated public static var blue: Color { stub() }
  nonisolated public static var indigo: Color { stub() }
  nonisolated public static var purple: Color { stub() }
  nonisolated public static var pink: Color { stub() }
  nonisolated public static var brown: Color { stub() }
  nonisolated public static var white: Color { stub() }
  nonisolated public static var gray: Color { stub() }
  nonisolated public static var black: Color { stub() }
  nonisolated public static var clear: Color { stub() }
  nonisolated public static var primary: Color { stub() }
  nonisolated public static var secondary: Color { stub() }
  nonisolated public static var accentColor: Color { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shapestyle/red iOS 15.0
extension ShapeStyle where Self == Color {
  public static var red: Color { stub() }
  public static var orange: Color { stub() }
  public static var yellow: Color { stub() }
  public static var green: Color { stub() }
  public static var mint: Color { stub() }
  public static var teal: Color { stub() }
  public static var cyan: Color { stub() }
  public static var blue: Color { stub() }
  public static var indigo: Color { stub() }
  public static var purple: Color { stub() }
  public static var pink: Color { stub() }
  public static var brown: Color { stub() }
  public static var white: Color { stub() }
  public static var gray: Color { stub() }
  public static var black: Color { stub() }
  public static var clear: Color { stub() }
}

/// https://developer.apple.com/documentation/swiftui/color/opacity(_:) iOS 13.0
extension Color {
  nonisolated public func opacity(_ opacity: Double) -> Color { self }
}

/// https://developer.apple.com/documentation/swiftui/color/gradient iOS 16.0
extension Color {
  nonisolated public var gradient: AnyGradient { stub() }
}

/// https://developer.apple.com/documentation/swiftui/anygradient iOS 16.0
public struct AnyGradient: ShapeStyle, Hashable {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/opacity(_:) iOS 15.0
extension ShapeStyle {
  public func opacity(_ opacity: Double) -> some ShapeStyle { self }
}

/// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle iOS 15.0
public struct HierarchicalShapeStyle: ShapeStyle {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/primary iOS 15.0
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { stub() }
  public static var secondary: HierarchicalShapeStyle { stub() }
  public static var tertiary: HierarchicalShapeStyle { stub() }
  public static var quaternary: HierarchicalShapeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/tintshapestyle iOS 15.0
public struct TintShapeStyle: ShapeStyle {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/tint iOS 15.0
extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/backgroundstyle iOS 15.0
public struct BackgroundStyle: ShapeStyle {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/background iOS 15.0
extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/fillshapestyle iOS 17.0
public struct FillShapeStyle: ShapeStyle {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/fill iOS 17.0
extension ShapeStyle where Self == FillShapeStyle {
  public static var fill: FillShapeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/material iOS 15.0
public struct Material: ShapeStyle {}

/// https://developer.apple.com/documentation/swiftui/shapestyle/regularmaterial iOS 15.0
extension ShapeStyle where Self == Material {
  public static var regularMaterial: Material { stub() }
  public static var thinMaterial: Material { stub() }
  public static var ultraThinMaterial: Material { stub() }
  public static var thickMaterial: Material { stub() }
}

/// https://developer.apple.com/documentation/swiftui/gradient iOS 13.0
public struct Gradient: ShapeStyle, Equatable {
  public init(colors: [Color]) {}
}

/// https://developer.apple.com/documentation/swiftui/lineargradient iOS 13.0
public struct LinearGradient: ShapeStyle, View {
  nonisolated public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
  nonisolated public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/unitpoint iOS 13.0
public struct UnitPoint: Hashable, Sendable {
  public static let top = UnitPoint()
  public static let bottom = UnitPoint()
  public static let leading = UnitPoint()
  public static let trailing = UnitPoint()
  public static let center = UnitPoint()
}

/// https://developer.apple.com/documentation/swiftui/shape iOS 13.0
public protocol Shape: Sendable, View {
  nonisolated func path(in rect: CGRect) -> Path
}

/// https://developer.apple.com/documentation/swiftui/shape iOS 13.0
extension Shape {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/insettableshape iOS 13.0
public protocol InsettableShape: Shape {}

/// https://developer.apple.com/documentation/swiftui/path iOS 13.0
public struct Path: Equatable, Shape {
  nonisolated public init() {}
  nonisolated public init(_ callback: (inout Path) -> Void) {}
  nonisolated public mutating func move(to end: CGPoint) {}
  nonisolated public mutating func addLine(to end: CGPoint) {}
  nonisolated public mutating func addRect(_ rect: CGRect) {}
  nonisolated public mutating func addEllipse(in rect: CGRect) {}
  nonisolated public mutating func closeSubpath() {}
  nonisolated public func path(in rect: CGRect) -> Path { self }
}

/// https://developer.apple.com/documentation/swiftui/rectangle iOS 13.0
public struct Rectangle: InsettableShape {
  nonisolated public init() {}
  nonisolated public func path(in rect: CGRect) -> Path { stub() }
}

/// https://developer.apple.com/documentation/swiftui/roundedrectangle iOS 13.0
public struct RoundedRectangle: InsettableShape {
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
  nonisolated public func path(in rect: CGRect) -> Path { stub() }
}

/// https://developer.apple.com/documentation/swiftui/roundedcornerstyle iOS 13.0
public enum RoundedCornerStyle: Sendable { case circular, continuous }

/// https://developer.apple.com/documentation/swiftui/circle iOS 13.0
public struct Circle: InsettableShape {
  nonisolated public init() {}
  nonisolated public func path(in rect: CGRect) -> Path { stub() }
}

/// https://developer.apple.com/documentation/swiftui/capsule iOS 13.0
public struct Capsule: InsettableShape {
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
  nonisolated public func path(in rect: CGRect) -> Path { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape/rect iOS 17.0
extension Shape where Self == Rectangle {
  public static var rect: Rectangle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape/rect(cornerradius:style:) iOS 17.0
extension Shape where Self == RoundedRectangle {
  public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape/circle iOS 17.0
extension Shape where Self == Circle {
  public static var circle: Circle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape/capsule iOS 17.0
extension Shape where Self == Capsule {
  public static var capsule: Capsule { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape/fill(_:style:) iOS 17.0
extension Shape {
  nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/shape/stroke(_:linewidth:antialiased:) iOS 17.0
extension Shape {
  nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/shape/stroke(_:style:antialiased:) iOS 17.0
extension Shape {
  nonisolated public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/insettableshape/strokeborder(_:linewidth:antialiased:) iOS 17.0
extension InsettableShape {
  nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/shape/trim(from:to:) iOS 13.0
extension Shape {
  nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape { self }
}

/// https://developer.apple.com/documentation/swiftui/strokestyle iOS 13.0
public struct StrokeStyle: Equatable, Sendable {
  public init(
    lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
    dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {}
}

/// https://developer.apple.com/documentation/coregraphics/cglinecap iOS 2.0
public enum CGLineCap: Int32, Sendable { case butt, round, square }

/// https://developer.apple.com/documentation/coregraphics/cglinejoin iOS 2.0
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }

/// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:) iOS 15.0
extension View {
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:_:) iOS 15.0
extension View {
  nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/tint(_:) iOS 15.0
extension View {
  nonisolated public func tint<S: ShapeStyle>(_ tint: S?) -> some View { self }
  nonisolated public func tint(_ tint: Color?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:) iOS 15.0
extension View {
  nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/view/background(_:in:fillstyle:) iOS 15.0
extension View {
  nonisolated public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/clipshape(_:style:) iOS 13.0
extension View {
  nonisolated public func clipShape<S: Shape>(_ shape: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/contentshape(_:eofill:) iOS 13.0
extension View {
  nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/opacity(_:) iOS 13.0
extension View {
  nonisolated public func opacity(_ opacity: Double) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/shadow(color:radius:x:y:) iOS 13.0
extension View {
  nonisolated public func shadow(
    color: Color = Color(.sRGBLinear, red: 0, green: 0, blue: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0,
    y: CGFloat = 0
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/rotationeffect(_:anchor:) iOS 13.0
extension View {
  nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/scaleeffect(_:anchor:) iOS 13.0
extension View {
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/angle iOS 13.0
public struct Angle: Equatable, Sendable {
  public static func degrees(_ degrees: Double) -> Angle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/animation iOS 13.0
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static let easeInOut = Animation()
  public static let easeOut = Animation()
  public static let linear = Animation()
  public static func easeInOut(duration: TimeInterval) -> Animation { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/animation(_:value:) iOS 13.0
extension View {
  nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/withanimation(_:_:) iOS 13.0
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
  try body()
}

/// https://developer.apple.com/documentation/swiftui/view/contenttransition(_:) iOS 16.0
extension View {
  nonisolated public func contentTransition(_ transition: ContentTransition) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/contenttransition iOS 16.0
public struct ContentTransition: Equatable, Sendable {
  public static let identity = ContentTransition()
  public static let opacity = ContentTransition()
  public static func numericText(countsDown: Bool = false) -> ContentTransition { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/privacysensitive(_:) iOS 15.0
extension View {
  nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
}
