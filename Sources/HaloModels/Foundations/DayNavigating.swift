public import HaloHealth
public import HaloReports

/// A model that shows a day, or a period that ends with it, and goes back and forth.
@MainActor
public protocol DayNavigating: AnyObject {
  /// The day; `nil` means today, also after midnight.
  var date: CalendarDate? { get }
  /// The current day in local time.
  var today: CalendarDate { get }
  /// The day or period as text.
  var title: Phrase { get }

  /// Shows a day, at most today.
  func show(_ day: CalendarDate)
  /// Shows the previous day or period.
  func goBack()
  /// Shows the next day or period, up to today.
  func goForward()
}

extension DayNavigating {
  /// The day that is shown.
  var shownDay: CalendarDate { date ?? today }

  /// The day as text.
  public var title: Phrase { Phrase("\(shownDay, .full)") }
  /// True if there are later days.
  public var canGoForward: Bool { shownDay < today }

  /// Shows the previous day.
  public func goBack() { show(shownDay.adding(days: -1)) }
  /// Shows the next day, up to today.
  public func goForward() { show(shownDay.adding(days: 1)) }
}
