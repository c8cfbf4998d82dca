extension Journal {
  /// SQL for the order of sessions. It is that of their times and not of their numbers, because a merged journal got
  /// earlier sessions later.
  static let sessionOrder = "session.begun, session.purpose, session.id"
  static let sessionOrderFromLast = "session.begun DESC, session.purpose DESC, session.id DESC"
  /// A query for the number of a device's latest session.
  static let latestSession = "SELECT id FROM session WHERE device = ? ORDER BY \(sessionOrderFromLast) LIMIT 1"
}
