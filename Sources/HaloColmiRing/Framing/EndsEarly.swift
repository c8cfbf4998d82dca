extension ColmiRing {
  /// A payload that ends before its own counts say, although its CRC is right.
  struct EndsEarly: Error {}
}
