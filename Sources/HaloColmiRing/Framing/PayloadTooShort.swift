extension ColmiRing {
  /// A payload that is shorter than its own counts require, although its CRC is right.
  struct PayloadTooShort: Error {}
}
