public import HaloWearables

extension LiveQuantity {
  /// The display name.
  public var title: Phrase { metric.title }
}
