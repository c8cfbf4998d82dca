public import HaloInsights

extension Trend {
  /// The value less what is usual, as a person sees both: in whole numbers, 62 and 59 are 3 apart. 0 if the value is as usual: the
  /// numbers that are shown are the same, or less than half a unit lies between them. This is the one rule for "above" and "below".
  public var shownDifference: Double {
    abs(difference) < 0.5 ? 0 : value.rounded() - baseline.usual.rounded()
  }
}
