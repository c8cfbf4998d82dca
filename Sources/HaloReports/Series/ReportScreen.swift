/// A screen of the page and of the app, with a report of its own.
public enum ReportScreen: Sendable, Hashable {
  case day
  case activity
  case heart
  case night
}
