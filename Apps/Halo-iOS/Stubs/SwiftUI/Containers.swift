/// https://developer.apple.com/documentation/swiftui/list iOS 13.0
public struct List<SelectionValue: Hashable, Content: View>: View {
  nonisolated public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {}
  nonisolated public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/list/init(content:) iOS 13.0
extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/list/init(_:rowcontent:) iOS 13.0
extension List where SelectionValue == Never {
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
}

/// https://developer.apple.com/documentation/swiftui/list/init(_:id:rowcontent:) iOS 13.0
extension List where SelectionValue == Never {
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {}
}

/// https://developer.apple.com/documentation/swiftui/list/init(_:selection:rowcontent:) iOS 13.0
extension List {
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
}

/// https://developer.apple.com/documentation/swiftui/view/liststyle(_:) iOS 13.0
extension View {
  nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/liststyle iOS 13.0
public protocol ListStyle {}

/// https://developer.apple.com/documentation/swiftui/insetgroupedliststyle iOS 14.0
public struct InsetGroupedListStyle: ListStyle {}

/// https://developer.apple.com/documentation/swiftui/liststyle/insetgrouped iOS 14.0
extension ListStyle where Self == InsetGroupedListStyle {
  @MainActor @preconcurrency public static var insetGrouped: InsetGroupedListStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/sidebarliststyle iOS 14.0
public struct SidebarListStyle: ListStyle {}

/// https://developer.apple.com/documentation/swiftui/liststyle/sidebar iOS 14.0
extension ListStyle where Self == SidebarListStyle {
  @MainActor @preconcurrency public static var sidebar: SidebarListStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/plainliststyle iOS 13.0
public struct PlainListStyle: ListStyle {}

/// https://developer.apple.com/documentation/swiftui/liststyle/plain iOS 13.0
extension ListStyle where Self == PlainListStyle {
  @MainActor @preconcurrency public static var plain: PlainListStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/listrowbackground(_:) iOS 13.0
extension View {
  nonisolated public func listRowBackground<V: View>(_ view: V?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/listrowseparator(_:edges:) iOS 15.0
extension View {
  nonisolated public func listRowSeparator(_ visibility: Visibility) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/listrowinsets(_:) iOS 13.0
extension View {
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/form iOS 13.0
public struct Form<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/section iOS 13.0
public struct Section<Parent, Content, Footer> {}

/// https://developer.apple.com/documentation/swiftui/section/init(content:header:footer:) iOS 15.0
extension Section: View where Parent: View, Content: View, Footer: View {
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/section/init(content:header:) iOS 15.0
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}

/// https://developer.apple.com/documentation/swiftui/section/init(content:footer:) iOS 15.0
extension Section where Parent == EmptyView, Content: View, Footer: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}

/// https://developer.apple.com/documentation/swiftui/section/init(content:) iOS 15.0
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/section/init(_:content:) iOS 15.0
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationstack iOS 16.0
public struct NavigationStack<Data, Root: View>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationstack/init(root:) iOS 16.0
extension NavigationStack where Data == NavigationPath {
  nonisolated public init(@ViewBuilder root: () -> Root) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:) iOS 16.0
extension NavigationStack {
  nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {}
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
  {}
}

/// https://developer.apple.com/documentation/swiftui/navigationpath iOS 16.0
public struct NavigationPath {
  public init() {}
  public mutating func append<V: Hashable>(_ value: V) {}
  public mutating func removeLast(_ k: Int = 1) {}
  public var isEmpty: Bool { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationsplitview iOS 16.0
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationsplitview/init(sidebar:detail:) iOS 16.0
extension NavigationSplitView where Content == EmptyView {
  nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationlink iOS 13.0
public struct NavigationLink<Label: View, Destination: View>: View {
  nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationlink/init(_:destination:) iOS 13.0
extension NavigationLink where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationlink/init(value:label:) iOS 16.0
extension NavigationLink where Destination == Never {
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationlink/init(_:value:) iOS 16.0
extension NavigationLink where Label == Text, Destination == Never {
  nonisolated public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) {}
}

/// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:) iOS 14.0
extension View {
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
  nonisolated public func navigationTitle(_ title: Text) -> some View { self }
  @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:) iOS 14.0
extension View {
  nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode iOS 14.0
public struct NavigationBarItem: Sendable {
  public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

/// https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:) iOS 16.0
extension View {
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/navigationdestination(item:destination:) iOS 17.0
extension View {
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/tabview iOS 13.0
public struct TabView<SelectionValue: Hashable, Content>: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/tabview/init(selection:content:) iOS 18.0
extension TabView {
  nonisolated public init<C>(selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C)
  where Content == TabContentBuilder<SelectionValue>.Content<C>, C: TabContent {}
}

/// https://developer.apple.com/documentation/swiftui/tabview/init(content:) iOS 18.0
extension TabView {
  nonisolated public init<C>(@TabContentBuilder<Never> content: () -> C)
  where SelectionValue == Never, Content == TabContentBuilder<Never>.Content<C>, C: TabContent {}
  nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Int, Content: View {}
}

/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder iOS 18.0
@resultBuilder public struct TabContentBuilder<TabValue: Hashable> {
  public struct Content<C> {}
  public static func buildExpression<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { content }
  public static func buildBlock<C: TabContent>(_ content: C) -> some TabContent<TabValue> where C.TabValue == TabValue {
    content
  }
  public static func buildBlock<each C: TabContent>(_ content: repeat each C) -> _TabTuple<TabValue> { stub() }
  public static func buildIf<C: TabContent>(_ content: C?) -> _TabOptional<C> where C.TabValue == TabValue { stub() }
}

/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder iOS 18.0
public struct _TabTuple<TabValue: Hashable>: TabContent {}

/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder iOS 18.0
public struct _TabOptional<C: TabContent>: TabContent {
  public typealias TabValue = C.TabValue
}

/// https://developer.apple.com/documentation/swiftui/tabcontent iOS 18.0
@MainActor @preconcurrency public protocol TabContent<TabValue> {
  associatedtype TabValue: Hashable
}

/// https://developer.apple.com/documentation/swiftui/tab iOS 18.0
public struct Tab<Value: Hashable, Content: View, Label: View>: TabContent {
  public typealias TabValue = Value
}

/// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:value:content:) iOS 18.0
extension Tab where Label == DefaultTabLabel {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) {}
}

/// https://developer.apple.com/documentation/swiftui/tab/init(value:content:label:) iOS 18.0
extension Tab {
  nonisolated public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:content:) iOS 18.0
extension Tab where Label == DefaultTabLabel, Value == Never {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/defaulttablabel iOS 18.0
public struct DefaultTabLabel: View {
  public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/tabitem(_:) iOS 13.0
extension View {
  nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/tabviewstyle(_:) iOS 14.0
extension View {
  nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/tabviewstyle iOS 14.0
@MainActor @preconcurrency public protocol TabViewStyle {}

/// https://developer.apple.com/documentation/swiftui/sidebaradaptabletabviewstyle iOS 18.0
public struct SidebarAdaptableTabViewStyle: TabViewStyle {}

/// https://developer.apple.com/documentation/swiftui/tabviewstyle/sidebaradaptable iOS 18.0
extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
  public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/pagetabviewstyle iOS 14.0
public struct PageTabViewStyle: TabViewStyle {}

/// https://developer.apple.com/documentation/swiftui/tabviewstyle/page iOS 14.0
extension TabViewStyle where Self == PageTabViewStyle {
  public static var page: PageTabViewStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/view/toolbar(content:) iOS 14.0
extension View {
  nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    self
  }
  nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/toolbarcontent iOS 14.0
@MainActor @preconcurrency public protocol ToolbarContent {}

/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder iOS 14.0
@resultBuilder public struct ToolbarContentBuilder: Sendable {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarTuple {
    stub()
  }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _ToolbarOptional<Content> { stub() }
}

/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder iOS 14.0
public struct _ToolbarTuple: ToolbarContent {}

/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder iOS 14.0
public struct _ToolbarOptional<Content: ToolbarContent>: ToolbarContent {}

/// https://developer.apple.com/documentation/swiftui/toolbaritem iOS 14.0
public struct ToolbarItem<ID, Content: View>: ToolbarContent {}

/// https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:) iOS 14.0
extension ToolbarItem where ID == Void {
  nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/toolbaritemplacement iOS 14.0
public struct ToolbarItemPlacement: Sendable {
  public static let automatic = ToolbarItemPlacement()
  public static let primaryAction = ToolbarItemPlacement()
  public static let secondaryAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
  public static let bottomBar = ToolbarItemPlacement()
  public static let topBarLeading = ToolbarItemPlacement()
  public static let topBarTrailing = ToolbarItemPlacement()
  public static let principal = ToolbarItemPlacement()
}

/// https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:) iOS 13.0
extension View {
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/sheet(item:ondismiss:content:) iOS 13.0
extension View {
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/fullscreencover(ispresented:ondismiss:content:) iOS 14.0
extension View {
  nonisolated public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:) iOS 15.0
extension View {
  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:) iOS 15.0
extension View {
  nonisolated public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:) iOS 15.0
extension View {
  nonisolated public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:message:) iOS 15.0
extension View {
  nonisolated public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:) iOS 15.0
extension View {
  nonisolated public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/refreshable(action:) iOS 15.0
extension View {
  nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/task(priority:_:) iOS 15.0
extension View {
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:) iOS 15.0
extension View {
  nonisolated public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/onappear(perform:) iOS 13.0
extension View {
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:) iOS 13.0
extension View {
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:) iOS 17.0
extension View {
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
  nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
    -> some View
  { self }
}

/// https://developer.apple.com/documentation/swiftui/view/ontapgesture(count:perform:) iOS 13.0
extension View {
  nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:) iOS 15.0
extension View {
  nonisolated public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/horizontaledge iOS 15.0
public enum HorizontalEdge: Int8, CaseIterable, Sendable { case leading, trailing }

/// https://developer.apple.com/documentation/swiftui/view/badge(_:) iOS 15.0
extension View {
  nonisolated public func badge(_ count: Int) -> some View { self }
  nonisolated public func badge(_ label: Text?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/preferredcolorscheme(_:) iOS 13.0
extension View {
  nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/previewdisplayname(_:) iOS 13.0
extension View {
  nonisolated public func previewDisplayName(_ value: String?) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/presentationdetents(_:) iOS 16.0
extension View {
  nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/presentationdetent iOS 16.0
public struct PresentationDetent: Hashable, Sendable {
  public static let medium = PresentationDetent()
  public static let large = PresentationDetent()
}
