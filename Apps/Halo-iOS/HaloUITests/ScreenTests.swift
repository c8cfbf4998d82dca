import Foundation
import XCTest

/// The demonstration in a simulator, which has no Bluetooth: each screen appears, and the tabs lead to theirs.
final class ScreenTests: XCTestCase {
  /// The time for syncing a simulated week.
  private static let patience: TimeInterval = 120

  @MainActor private func launch(_ arguments: String...) -> XCUIApplication {
    continueAfterFailure = false
    let app = XCUIApplication()
    app.launchArguments = ["--demo", "-AppleLanguages", "(en)"] + arguments
    app.launch()
    return app
  }

  @MainActor func testEachScreenAppears() {
    let titles = [
      "today": "Today", "sleep": "Sleep", "heart": "Heart", "activity": "Activity", "workout": "Workout",
      "live": "Live", "device": "My device", "data": "Data and privacy", "settings": "Settings",
    ]
    for (screen, title) in titles.sorted(by: { $0.key < $1.key }) {
      let app = launch("--screen", screen)
      XCTAssert(app.navigationBars[title].waitForExistence(timeout: Self.patience), "no screen \(screen)")
      XCTAssert(
        app.staticTexts["Simulated ring: these are not your data"].exists,
        "\(screen) does not say that it is a demonstration")
      app.terminate()
    }
  }

  @MainActor func testTabsLeadToTheirScreens() {
    let app = launch()
    XCTAssert(app.navigationBars["Today"].waitForExistence(timeout: Self.patience))
    for title in ["Sleep", "Heart", "Activity", "My device", "Today"] {
      app.tabBars.buttons[title].tap()
      XCTAssert(app.navigationBars[title].waitForExistence(timeout: 10), "the tab \(title) shows another screen")
    }
  }
}
