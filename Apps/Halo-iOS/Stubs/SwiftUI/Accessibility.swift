public import Accessibility

/// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityLabel(_ label: Text) -> some View { self }
  nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityValue(_ valueDescription: Text) -> some View { self }
  nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityHint(_ hint: Text) -> some View { self }
  nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:) iOS 13.0
extension View {
  nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior iOS 13.0
public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let ignore = AccessibilityChildBehavior()
  public static let contain = AccessibilityChildBehavior()
  public static let combine = AccessibilityChildBehavior()
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/accessibilitytraits iOS 13.0
public struct AccessibilityTraits: SetAlgebra, Sendable {
  public init() {}
  public static let isHeader = AccessibilityTraits()
  public static let isButton = AccessibilityTraits()
  public static let isImage = AccessibilityTraits()
  public static let isSelected = AccessibilityTraits()
  public static let updatesFrequently = AccessibilityTraits()
  public static let isSummaryElement = AccessibilityTraits()
  public typealias Element = AccessibilityTraits
  public typealias ArrayLiteralElement = AccessibilityTraits
  public func contains(_ member: AccessibilityTraits) -> Bool { stub() }
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { stub() }
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { stub() }
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { stub() }
  @discardableResult public mutating func insert(_ newMember: AccessibilityTraits) -> (
    inserted: Bool, memberAfterInsert: AccessibilityTraits
  ) { stub() }
  @discardableResult public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { stub() }
  @discardableResult public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { stub() }
  public mutating func formUnion(_ other: AccessibilityTraits) {}
  public mutating func formIntersection(_ other: AccessibilityTraits) {}
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityidentifier(_:) iOS 14.0
extension View {
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilityheading(_:) iOS 15.0
extension View {
  nonisolated public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/accessibilityheadinglevel iOS 15.0
public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

/// https://developer.apple.com/documentation/swiftui/view/accessibilityadjustableaction(_:) iOS 13.0
extension View {
  nonisolated public func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
  ) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/accessibilityadjustmentdirection iOS 13.0
public enum AccessibilityAdjustmentDirection: Hashable, Sendable { case increment, decrement }

/// https://developer.apple.com/documentation/swiftui/axchartdescriptorrepresentable iOS 15.0
public protocol AXChartDescriptorRepresentable {
  func makeChartDescriptor() -> AXChartDescriptor
  func updateChartDescriptor(_ descriptor: AXChartDescriptor)
}

/// https://developer.apple.com/documentation/swiftui/axchartdescriptorrepresentable/updatechartdescriptor(_:) iOS 15.0
extension AXChartDescriptorRepresentable {
  public func updateChartDescriptor(_ descriptor: AXChartDescriptor) {}
}

/// https://developer.apple.com/documentation/swiftui/view/accessibilitychartdescriptor(_:) iOS 15.0
extension View {
  nonisolated public func accessibilityChartDescriptor<R: AXChartDescriptorRepresentable>(_ representable: R)
    -> some View
  { self }
}
