public import Foundation
public import SwiftUI

/// https://developer.apple.com/documentation/charts/chart iOS 16.0
public struct Chart<Content: ChartContent>: View {
  nonisolated public init(@ChartContentBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/chart/init(_:content:) iOS 16.0
extension Chart {
  nonisolated public init<Data: RandomAccessCollection, C: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {}
}

/// https://developer.apple.com/documentation/charts/chart/init(_:id:content:) iOS 16.0
extension Chart {
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, ID, C> {}
}

/// https://developer.apple.com/documentation/charts/chartcontent iOS 16.0
@MainActor @preconcurrency public protocol ChartContent {
  associatedtype Body: ChartContent
  @ChartContentBuilder var body: Body { get }
}

/// https://developer.apple.com/documentation/swift/never iOS 13.0
extension Never: ChartContent {}

/// https://developer.apple.com/documentation/charts/chartcontentbuilder iOS 16.0
@resultBuilder public struct ChartContentBuilder {
  public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
  public static func buildBlock() -> _ChartTuple { stub() }
  public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> _ChartTuple { stub() }
  public static func buildIf<Content: ChartContent>(_ content: Content?) -> _ChartChoice<Content, Content> { stub() }
  public static func buildEither<First: ChartContent, Second: ChartContent>(first: First) -> _ChartChoice<First, Second>
  { stub() }
  public static func buildEither<First: ChartContent, Second: ChartContent>(second: Second) -> _ChartChoice<
    First, Second
  > { stub() }
}

/// https://developer.apple.com/documentation/charts/chartcontentbuilder iOS 16.0
public struct _ChartTuple: ChartContent {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/chartcontentbuilder iOS 16.0
public struct _ChartChoice<First: ChartContent, Second: ChartContent>: ChartContent {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/foreach iOS 13.0
extension ForEach: ChartContent where Content: ChartContent {
  nonisolated public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID { stub() }
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
  ) { stub() }
}

/// https://developer.apple.com/documentation/charts/plottable iOS 16.0
public protocol Plottable {
  associatedtype PrimitivePlottable
}

/// https://developer.apple.com/documentation/charts/plottable iOS 16.0
extension Date: Plottable { public typealias PrimitivePlottable = Date }
extension Double: Plottable { public typealias PrimitivePlottable = Double }
extension Float: Plottable { public typealias PrimitivePlottable = Float }
extension Int: Plottable { public typealias PrimitivePlottable = Int }
extension String: Plottable { public typealias PrimitivePlottable = String }

/// https://developer.apple.com/documentation/charts/plottablevalue iOS 16.0
public struct PlottableValue<Value: Plottable> {}

/// https://developer.apple.com/documentation/charts/plottablevalue/value(_:_:) iOS 16.0
extension PlottableValue {
  public static func value(_ labelKey: LocalizedStringKey, _ value: Value) -> PlottableValue<Value> { stub() }
  public static func value(_ label: Text, _ value: Value) -> PlottableValue<Value> { stub() }
  @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ value: Value) -> PlottableValue<Value>
  { stub() }
}

/// https://developer.apple.com/documentation/charts/plottablevalue/value(_:_:unit:calendar:) iOS 16.0
extension PlottableValue where Value == Date {
  public static func value(
    _ labelKey: LocalizedStringKey, _ value: Date, unit: Calendar.Component, calendar: Calendar? = nil
  ) -> PlottableValue<Date> { stub() }
}

/// https://developer.apple.com/documentation/charts/linemark iOS 16.0
public struct LineMark: ChartContent {
  nonisolated public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {}
  nonisolated public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/pointmark iOS 16.0
public struct PointMark: ChartContent {
  nonisolated public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/areamark iOS 16.0
public struct AreaMark: ChartContent {
  nonisolated public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/markstackingmethod iOS 16.0
public struct MarkStackingMethod: Sendable {
  public static let standard = MarkStackingMethod()
  public static let unstacked = MarkStackingMethod()
}

/// https://developer.apple.com/documentation/charts/barmark iOS 16.0
public struct BarMark: ChartContent {
  nonisolated public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/markdimension iOS 16.0
public struct MarkDimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
  public init(floatLiteral value: Double) {}
  public init(integerLiteral value: Int) {}
  public static var automatic: MarkDimension { stub() }
  public static func fixed(_ value: CGFloat) -> MarkDimension { stub() }
  public static func ratio(_ value: CGFloat) -> MarkDimension { stub() }
}

/// https://developer.apple.com/documentation/charts/rectanglemark iOS 16.0
public struct RectangleMark: ChartContent {
  nonisolated public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/rulemark iOS 16.0
public struct RuleMark: ChartContent {
  nonisolated public init<X: Plottable>(x: PlottableValue<X>) {}
  nonisolated public init<Y: Plottable>(y: PlottableValue<Y>) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) {}
  nonisolated public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/chartcontent/foregroundstyle(_:) iOS 16.0
extension ChartContent {
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/foregroundstyle(by:) iOS 16.0
extension ChartContent {
  nonisolated public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/interpolationmethod(_:) iOS 16.0
extension ChartContent {
  nonisolated public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/interpolationmethod iOS 16.0
public struct InterpolationMethod: Sendable {
  public static var linear: InterpolationMethod { stub() }
  public static var monotone: InterpolationMethod { stub() }
  public static var catmullRom: InterpolationMethod { stub() }
  public static var stepStart: InterpolationMethod { stub() }
  public static var stepCenter: InterpolationMethod { stub() }
  public static var stepEnd: InterpolationMethod { stub() }
}

/// https://developer.apple.com/documentation/charts/chartcontent/linestyle(_:) iOS 16.0
extension ChartContent {
  nonisolated public func lineStyle(_ style: StrokeStyle) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/cornerradius(_:style:) iOS 16.0
extension ChartContent {
  nonisolated public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent
  { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/opacity(_:) iOS 16.0
extension ChartContent {
  nonisolated public func opacity(_ value: Double) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/symbol(_:) iOS 16.0
extension ChartContent {
  nonisolated public func symbol<S: ChartSymbolShape>(_ symbol: S) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartsymbolshape iOS 16.0
public protocol ChartSymbolShape: Shape {}

/// https://developer.apple.com/documentation/charts/basicchartsymbolshape iOS 16.0
public struct BasicChartSymbolShape: ChartSymbolShape {
  nonisolated public func path(in rect: CGRect) -> Path { stub() }
}

/// https://developer.apple.com/documentation/charts/chartsymbolshape/circle iOS 16.0
extension ChartSymbolShape where Self == BasicChartSymbolShape {
  public static var circle: BasicChartSymbolShape { stub() }
}

/// https://developer.apple.com/documentation/charts/chartcontent/symbolsize(_:) iOS 16.0
extension ChartContent {
  nonisolated public func symbolSize(_ area: CGFloat) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/chartcontent/annotation(position:alignment:spacing:content:) iOS 16.0
extension ChartContent {
  nonisolated public func annotation<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/charts/annotationposition iOS 16.0
public struct AnnotationPosition: Sendable {
  public static let automatic = AnnotationPosition()
  public static let top = AnnotationPosition()
  public static let bottom = AnnotationPosition()
  public static let leading = AnnotationPosition()
  public static let trailing = AnnotationPosition()
  public static let overlay = AnnotationPosition()
  public static let topLeading = AnnotationPosition()
  public static let topTrailing = AnnotationPosition()
}

/// https://developer.apple.com/documentation/charts/chartcontent/accessibilitylabel(_:) iOS 16.0
extension ChartContent {
  nonisolated public func accessibilityLabel(_ label: Text) -> some ChartContent { self }
  nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some ChartContent { self }
  @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some ChartContent {
    self
  }
}

/// https://developer.apple.com/documentation/charts/chartcontent/accessibilityvalue(_:) iOS 16.0
extension ChartContent {
  nonisolated public func accessibilityValue(_ valueDescription: Text) -> some ChartContent { self }
  nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some ChartContent { self }
  @_disfavoredOverload nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some ChartContent {
    self
  }
}

/// https://developer.apple.com/documentation/charts/chartcontent/accessibilityhidden(_:) iOS 16.0
extension ChartContent {
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartxaxis(content:) iOS 16.0
extension View {
  nonisolated public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/chartyaxis(content:) iOS 16.0
extension View {
  nonisolated public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    self
  }
}

/// https://developer.apple.com/documentation/swiftui/view/chartxaxis(_:) iOS 16.0
extension View {
  nonisolated public func chartXAxis(_ visibility: Visibility) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartyaxis(_:) iOS 16.0
extension View {
  nonisolated public func chartYAxis(_ visibility: Visibility) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartlegend(_:) iOS 16.0
extension View {
  nonisolated public func chartLegend(_ visibility: Visibility) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartxscale(domain:type:) iOS 16.0
extension View {
  nonisolated public func chartXScale<Domain: ScaleDomain>(domain: Domain, type: ScaleType? = nil) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartyscale(domain:type:) iOS 16.0
extension View {
  nonisolated public func chartYScale<Domain: ScaleDomain>(domain: Domain, type: ScaleType? = nil) -> some View { self }
}

/// https://developer.apple.com/documentation/charts/scaledomain iOS 16.0
public protocol ScaleDomain {}
extension ClosedRange: ScaleDomain where Bound: Plottable {}
extension Array: ScaleDomain where Element: Plottable {}

/// https://developer.apple.com/documentation/charts/automaticscaledomain iOS 16.0
public struct AutomaticScaleDomain: ScaleDomain, Sendable {}

/// https://developer.apple.com/documentation/charts/scaledomain/automatic(includeszero:reversed:) iOS 16.0
extension ScaleDomain where Self == AutomaticScaleDomain {
  public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain { stub() }
}

/// https://developer.apple.com/documentation/charts/scaletype iOS 16.0
public struct ScaleType: Sendable {
  public static let linear = ScaleType()
  public static let date = ScaleType()
  public static let category = ScaleType()
}

/// https://developer.apple.com/documentation/swiftui/view/chartforegroundstylescale(_:) iOS 16.0
extension View {
  nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
    _ mapping: KeyValuePairs<DataValue, S>
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartforegroundstylescale(domain:range:type:) iOS 16.0
extension View {
  nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
    domain: [DataValue], range: [S], type: ScaleType? = nil
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartxaxislabel(_:position:alignment:spacing:) iOS 16.0
extension View {
  nonisolated public func chartXAxisLabel(
    _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartyaxislabel(_:position:alignment:spacing:) iOS 16.0
extension View {
  nonisolated public func chartYAxisLabel(
    _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartxselection(value:) iOS 17.0
extension View {
  nonisolated public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/chartscrollableaxes(_:) iOS 17.0
extension View {
  nonisolated public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
}

/// https://developer.apple.com/documentation/charts/axiscontent iOS 16.0
@MainActor @preconcurrency public protocol AxisContent {}

/// https://developer.apple.com/documentation/charts/axiscontentbuilder iOS 16.0
@resultBuilder public struct AxisContentBuilder {
  public static func buildExpression<Content: AxisContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/charts/axismarks iOS 16.0
public struct AxisMarks<Content: AxisMark>: AxisContent {}

/// https://developer.apple.com/documentation/charts/axismarks/init(preset:position:values:content:) iOS 16.0
extension AxisMarks {
  nonisolated public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> Content
  ) {}
  nonisolated public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
    @AxisMarkBuilder content: @escaping (AxisValue) -> Content
  ) {}
}

/// https://developer.apple.com/documentation/charts/axismarks/init(preset:position:values:stroke:) iOS 16.0
extension AxisMarks where Content == BuilderConditional {
  nonisolated public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) {}
  nonisolated public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
    stroke: StrokeStyle? = nil
  ) {}
}

/// https://developer.apple.com/documentation/charts/builderconditional iOS 16.0
public struct BuilderConditional: AxisMark {}

/// https://developer.apple.com/documentation/charts/axismarkpreset iOS 16.0
public struct AxisMarkPreset: Sendable {
  public static let automatic = AxisMarkPreset()
  public static let aligned = AxisMarkPreset()
  public static let extended = AxisMarkPreset()
  public static let inset = AxisMarkPreset()
}

/// https://developer.apple.com/documentation/charts/axismarkposition iOS 16.0
public struct AxisMarkPosition: Sendable {
  public static let automatic = AxisMarkPosition()
  public static let leading = AxisMarkPosition()
  public static let trailing = AxisMarkPosition()
  public static let top = AxisMarkPosition()
  public static let bottom = AxisMarkPosition()
}

/// https://developer.apple.com/documentation/charts/axismarkvalues iOS 16.0
public struct AxisMarkValues: Sendable {
  public static var automatic: AxisMarkValues { stub() }
  public static func automatic(
    desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { stub() }
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
    calendar: Calendar? = nil
  ) -> AxisMarkValues { stub() }
}

/// https://developer.apple.com/documentation/charts/axisvalue iOS 16.0
public struct AxisValue {
  public let index: Int
  public let count: Int
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { stub() }
}

/// https://developer.apple.com/documentation/charts/axismark iOS 16.0
@MainActor @preconcurrency public protocol AxisMark {}

/// https://developer.apple.com/documentation/charts/axismarkbuilder iOS 16.0
@resultBuilder public struct AxisMarkBuilder {
  public static func buildExpression<Content: AxisMark>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: AxisMark>(_ content: repeat each Content) -> _AxisTuple { stub() }
  public static func buildIf<Content: AxisMark>(_ content: Content?) -> _AxisOptional<Content> { stub() }
}

/// https://developer.apple.com/documentation/charts/axismarkbuilder iOS 16.0
public struct _AxisTuple: AxisMark {}

/// https://developer.apple.com/documentation/charts/axismarkbuilder iOS 16.0
public struct _AxisOptional<Content: AxisMark>: AxisMark {}

/// https://developer.apple.com/documentation/charts/axisgridline iOS 16.0
public struct AxisGridLine: AxisMark {
  nonisolated public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}

/// https://developer.apple.com/documentation/charts/axistick iOS 16.0
public struct AxisTick: AxisMark {
  nonisolated public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}

/// https://developer.apple.com/documentation/charts/axisvaluelabel iOS 16.0
public struct AxisValueLabel<Content: View>: AxisMark {}

/// https://developer.apple.com/documentation/charts/axisvaluelabel iOS 16.0
extension AxisValueLabel where Content == Text {
  nonisolated public init(centered: Bool? = nil) {}
  nonisolated public init<F: FormatStyle>(format: F, centered: Bool? = nil)
  where F.FormatOutput == String {}
  nonisolated public init(_ titleKey: LocalizedStringKey, centered: Bool? = nil) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, centered: Bool? = nil) {}
}

/// https://developer.apple.com/documentation/charts/axisvaluelabel iOS 16.0
extension AxisValueLabel {
  nonisolated public init(centered: Bool? = nil, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/charts/plottableprojection iOS 18.0
public struct PlottableProjection<DataElement, DataValue: Plottable> {}

/// https://developer.apple.com/documentation/charts/plottableprojection/value(_:_:)-3d5wx iOS 18.0
extension PlottableProjection {
  public static func value(_ labelKey: LocalizedStringKey, _ keyPath: KeyPath<DataElement, DataValue>)
    -> PlottableProjection<DataElement, DataValue>
  { stub() }
}

/// https://developer.apple.com/documentation/charts/plottableprojection/value(_:_:)-2t2pp iOS 18.0
extension PlottableProjection {
  public static func value(_ labelKey: LocalizedStringKey, _ value: DataValue)
    -> PlottableProjection<DataElement, DataValue>
  { stub() }
}

/// https://developer.apple.com/documentation/charts/vectorizedchartcontent iOS 18.0
@MainActor @preconcurrency public protocol VectorizedChartContent<DataElement>: ChartContent {
  associatedtype DataElement
}

/// https://developer.apple.com/documentation/charts/vectorizedlineplotcontent iOS 18.0
public struct VectorizedLinePlotContent<Data: RandomAccessCollection>: VectorizedChartContent {
  public typealias DataElement = Data.Element
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/lineplot iOS 18.0
public struct LinePlot<Content: ChartContent>: ChartContent {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/charts/lineplot iOS 18.0
extension LinePlot: VectorizedChartContent where Content: VectorizedChartContent {
  public typealias DataElement = Content.DataElement
}

/// https://developer.apple.com/documentation/charts/lineplot/init(_:x:y:series:) iOS 18.0
extension LinePlot {
  nonisolated public init<Data: RandomAccessCollection>(
    _ data: Data, x: PlottableProjection<LinePlot<Content>.DataElement, some Plottable>,
    y: PlottableProjection<LinePlot<Content>.DataElement, some Plottable>,
    series: PlottableProjection<LinePlot<Content>.DataElement, some Plottable>
  ) where Content == VectorizedLinePlotContent<Data> { stub() }
}
