public import Foundation
public import UniformTypeIdentifiers

/// https://developer.apple.com/documentation/swiftui/button iOS 13.0
public struct Button<Label: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/button/init(action:label:) iOS 13.0
extension Button {
  nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/button/init(role:action:label:) iOS 15.0
extension Button {
  nonisolated public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
  }
}

/// https://developer.apple.com/documentation/swiftui/button/init(_:action:) iOS 13.0
extension Button where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
  }
}

/// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:) iOS 15.0
extension Button where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:action:) iOS 14.0
extension Button where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void)
  {}
}

/// https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:role:action:) iOS 15.0
extension Button where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/buttonrole iOS 15.0
public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

/// https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:) iOS 13.0
extension View {
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle iOS 13.0
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

/// https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle iOS 15.0
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderedprominent iOS 15.0
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/borderedbuttonstyle iOS 15.0
public struct BorderedButtonStyle: PrimitiveButtonStyle {}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/bordered iOS 15.0
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  public static var bordered: BorderedButtonStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle iOS 13.0
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderless iOS 15.0
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/plainbuttonstyle iOS 13.0
public struct PlainButtonStyle: PrimitiveButtonStyle {}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/plain iOS 15.0
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/controlsize(_:) iOS 15.0
extension View {
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/controlsize iOS 15.0
public enum ControlSize: CaseIterable, Sendable { case mini, small, regular, large, extraLarge }

/// https://developer.apple.com/documentation/swiftui/view/disabled(_:) iOS 13.0
extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/label iOS 14.0
public struct Label<Title: View, Icon: View>: View {
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:) iOS 14.0
extension Label where Title == Text, Icon == Image {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

/// https://developer.apple.com/documentation/swiftui/label/init(_:image:) iOS 14.0
extension Label where Title == Text, Icon == Image {
  nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) {}
}

/// https://developer.apple.com/documentation/swiftui/view/labelstyle(_:) iOS 14.0
extension View {
  nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/labelstyle iOS 14.0
@MainActor @preconcurrency public protocol LabelStyle {}

/// https://developer.apple.com/documentation/swiftui/icononlylabelstyle iOS 14.0
public struct IconOnlyLabelStyle: LabelStyle {}

/// https://developer.apple.com/documentation/swiftui/labelstyle/icononly iOS 14.0
extension LabelStyle where Self == IconOnlyLabelStyle {
  public static var iconOnly: IconOnlyLabelStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/titleandiconlabelstyle iOS 14.0
public struct TitleAndIconLabelStyle: LabelStyle {}

/// https://developer.apple.com/documentation/swiftui/labelstyle/titleandicon iOS 14.0
extension LabelStyle where Self == TitleAndIconLabelStyle {
  public static var titleAndIcon: TitleAndIconLabelStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent iOS 16.0
public struct LabeledContent<Label, Content> {}

/// https://developer.apple.com/documentation/swiftui/labeledcontent iOS 16.0
extension LabeledContent: View where Label: View, Content: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:content:) iOS 16.0
extension LabeledContent where Label == Text, Content: View {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:) iOS 16.0
extension LabeledContent where Label == Text, Content == Text {
  nonisolated public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {}
  @_disfavoredOverload nonisolated public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {}
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:format:) iOS 16.0
extension LabeledContent where Label == Text, Content == Text {
  nonisolated public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {}
}

/// https://developer.apple.com/documentation/swiftui/toggle iOS 13.0
public struct Toggle<Label: View>: View {
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/toggle/init(_:ison:) iOS 13.0
extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

/// https://developer.apple.com/documentation/swiftui/picker iOS 13.0
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/picker/init(_:selection:content:) iOS 13.0
extension Picker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/view/pickerstyle(_:) iOS 13.0
extension View {
  nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/pickerstyle iOS 13.0
public protocol PickerStyle {}

/// https://developer.apple.com/documentation/swiftui/segmentedpickerstyle iOS 13.0
public struct SegmentedPickerStyle: PickerStyle {}

/// https://developer.apple.com/documentation/swiftui/pickerstyle/segmented iOS 13.0
extension PickerStyle where Self == SegmentedPickerStyle {
  @MainActor @preconcurrency public static var segmented: SegmentedPickerStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/menupickerstyle iOS 14.0
public struct MenuPickerStyle: PickerStyle {}

/// https://developer.apple.com/documentation/swiftui/pickerstyle/menu iOS 14.0
extension PickerStyle where Self == MenuPickerStyle {
  @MainActor @preconcurrency public static var menu: MenuPickerStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/inlinepickerstyle iOS 14.0
public struct InlinePickerStyle: PickerStyle {}

/// https://developer.apple.com/documentation/swiftui/pickerstyle/inline iOS 14.0
extension PickerStyle where Self == InlinePickerStyle {
  @MainActor @preconcurrency public static var inline: InlinePickerStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/datepicker iOS 13.0
public struct DatePicker<Label: View>: View {
  public var body: Never { stub() }
  public typealias Components = DatePickerComponents
}

/// https://developer.apple.com/documentation/swiftui/datepicker/init(_:selection:in:displayedcomponents:) iOS 13.0
extension DatePicker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {}
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/datepicker/init(_:selection:displayedcomponents:) iOS 13.0
extension DatePicker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/datepickercomponents iOS 13.0
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

/// https://developer.apple.com/documentation/swiftui/stepper iOS 13.0
public struct Stepper<Label: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/stepper/init(_:value:in:step:oneditingchanged:) iOS 13.0
extension Stepper where Label == Text {
  nonisolated public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/stepper/init(label:onincrement:ondecrement:oneditingchanged:) iOS 13.0
extension Stepper {
  nonisolated public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/view/labelshidden() iOS 13.0
extension View {
  nonisolated public func labelsHidden() -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/slider iOS 13.0
public struct Slider<Label: View, ValueLabel: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/slider/init(value:in:step:label:oneditingchanged:) iOS 13.0
extension Slider where ValueLabel == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {}
}

/// https://developer.apple.com/documentation/swiftui/textfield iOS 13.0
public struct TextField<Label: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:) iOS 13.0
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:prompt:) iOS 15.0
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {}
}

/// https://developer.apple.com/documentation/swiftui/link iOS 14.0
public struct Link<Label: View>: View {
  nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/link/init(_:destination:) iOS 14.0
extension Link where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {}
}

/// https://developer.apple.com/documentation/swiftui/menu iOS 14.0
public struct Menu<Label: View, Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/menu/init(_:content:) iOS 14.0
extension Menu where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/menu/init(_:systemimage:content:) iOS 17.0
extension Menu where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/sharelink iOS 16.0
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/sharelink/init(item:subject:message:label:) iOS 16.0
extension ShareLink where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never {
  nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/sharelink/init(item:subject:message:) iOS 16.0
extension ShareLink
where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
  nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/defaultsharelinklabel iOS 16.0
public struct DefaultShareLinkLabel: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/sharelink/init(_:item:subject:message:) iOS 16.0
extension ShareLink
where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
  nonisolated public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/progressview iOS 14.0
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/progressview/init() iOS 14.0
extension ProgressView where CurrentValueLabel == EmptyView, Label == EmptyView {
  nonisolated public init() {}
}

/// https://developer.apple.com/documentation/swiftui/progressview/init(_:) iOS 14.0
extension ProgressView where CurrentValueLabel == EmptyView, Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S) {}
}

/// https://developer.apple.com/documentation/swiftui/progressview/init(value:total:) iOS 14.0
extension ProgressView where CurrentValueLabel == EmptyView, Label == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {}
}

/// https://developer.apple.com/documentation/swiftui/progressview/init(_:value:total:) iOS 14.0
extension ProgressView where CurrentValueLabel == EmptyView, Label == Text {
  nonisolated public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {}
}

/// https://developer.apple.com/documentation/swiftui/gauge iOS 16.0
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/gauge/init(value:in:label:) iOS 16.0
extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/gauge/init(value:in:label:currentvaluelabel:) iOS 16.0
extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/view/gaugestyle(_:) iOS 16.0
extension View {
  nonisolated public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/gaugestyle iOS 16.0
@MainActor @preconcurrency public protocol GaugeStyle {}

/// https://developer.apple.com/documentation/swiftui/accessorycirculargaugestyle iOS 16.0
public struct AccessoryCircularGaugeStyle: GaugeStyle {}

/// https://developer.apple.com/documentation/swiftui/gaugestyle/accessorycircular iOS 16.0
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
  public static var accessoryCircular: AccessoryCircularGaugeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/accessorycircularcapacitygaugestyle iOS 16.0
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle {}

/// https://developer.apple.com/documentation/swiftui/gaugestyle/accessorycircularcapacity iOS 16.0
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
  public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/accessorylinearcapacitygaugestyle iOS 16.0
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle {}

/// https://developer.apple.com/documentation/swiftui/gaugestyle/accessorylinearcapacity iOS 16.0
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
  public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/disclosuregroup iOS 14.0
public struct DisclosureGroup<Label: View, Content: View>: View {
  nonisolated public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/disclosuregroup/init(_:content:) iOS 14.0
extension DisclosureGroup where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ label: S, @ViewBuilder content: @escaping () -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/groupbox iOS 14.0
public struct GroupBox<Label: View, Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/groupbox/init(_:content:) iOS 14.0
extension GroupBox where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/groupbox/init(content:) iOS 14.0
extension GroupBox where Label == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/contentunavailableview iOS 17.0
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  nonisolated public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/contentunavailableview/init(_:systemimage:description:) iOS 17.0
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/timelineview iOS 15.0
public struct TimelineView<Schedule: TimelineSchedule, Content> {
  public struct Context {
    public let date: Date
  }
}

/// https://developer.apple.com/documentation/swiftui/timelineview/init(_:content:) iOS 15.0
extension TimelineView: View where Content: View {
  nonisolated public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/timelineschedule iOS 15.0
public protocol TimelineSchedule {}

/// https://developer.apple.com/documentation/swiftui/periodictimelineschedule iOS 15.0
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {}

/// https://developer.apple.com/documentation/swiftui/timelineschedule/periodic(from:by:) iOS 15.0
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule { stub() }
}

/// https://developer.apple.com/documentation/swiftui/everyminutetimelineschedule iOS 15.0
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {}

/// https://developer.apple.com/documentation/swiftui/timelineschedule/everyminute iOS 15.0
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: EveryMinuteTimelineSchedule { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/fileimporter(ispresented:allowedcontenttypes:oncompletion:) iOS 14.0
extension View {
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/datepickerstyle(_:) iOS 13.0
extension View {
  nonisolated public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/datepickerstyle iOS 13.0
@MainActor @preconcurrency public protocol DatePickerStyle {}

/// https://developer.apple.com/documentation/swiftui/graphicaldatepickerstyle iOS 14.0
public struct GraphicalDatePickerStyle: DatePickerStyle {}

/// https://developer.apple.com/documentation/swiftui/datepickerstyle/graphical iOS 14.0
extension DatePickerStyle where Self == GraphicalDatePickerStyle {
  public static var graphical: GraphicalDatePickerStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationlinkpickerstyle iOS 16.0
public struct NavigationLinkPickerStyle: PickerStyle {}

/// https://developer.apple.com/documentation/swiftui/pickerstyle/navigationlink iOS 16.0
extension PickerStyle where Self == NavigationLinkPickerStyle {
  public static var navigationLink: NavigationLinkPickerStyle { stub() }
}
