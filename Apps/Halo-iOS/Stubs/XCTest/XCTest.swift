public import Foundation

/// https://developer.apple.com/documentation/xctest/xctestcase iOS 8.0
open class XCTestCase: NSObject {
  open func setUp() {}
  public var continueAfterFailure = true
}

/// https://developer.apple.com/documentation/xctest/xctassert(_:_:file:line:) iOS 8.0
public func XCTAssert(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

/// https://developer.apple.com/documentation/xctest/xctassertequal(_:_:_:file:line:) iOS 8.0
public func XCTAssertEqual<Value: Equatable>(
  _ expression1: @autoclosure () throws -> Value, _ expression2: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

/// https://developer.apple.com/documentation/xctest/xctunwrap(_:_:file:line:) iOS 8.0
public func XCTUnwrap<Value>(
  _ expression: @autoclosure () throws -> Value?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) throws -> Value { fatalError() }

/// https://developer.apple.com/documentation/xctest/xctskip iOS 8.0
public struct XCTSkip: Error {
  public init(
    _ message: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {}
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielement iOS 9.0
@MainActor open class XCUIElement: NSObject {
  public var label: String { "" }
  public var exists: Bool { false }
  public func waitForExistence(timeout: TimeInterval) -> Bool { false }
  public func tap() {}
  public var buttons: XCUIElementQuery { fatalError() }
  public var navigationBars: XCUIElementQuery { fatalError() }
  public var staticTexts: XCUIElementQuery { fatalError() }
  public var tabBars: XCUIElementQuery { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery iOS 9.0
@MainActor open class XCUIElementQuery: NSObject {
  public var firstMatch: XCUIElement { fatalError() }
  public subscript(key: String) -> XCUIElement { fatalError() }
  public var buttons: XCUIElementQuery { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication iOS 9.0
@MainActor open class XCUIApplication: XCUIElement {
  public override init() {}
  public var launchArguments: [String] = []
  public func launch() {}
  public func terminate() {}
}
