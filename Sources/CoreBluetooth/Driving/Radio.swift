#if !canImport(Darwin)
  package import HaloBluetooth

  /// A radio that managers share, and what goes with it.
  package final class Radio: Sendable {
    package let central: any Central
    package let clock: any Clock<Duration>

    package init(_ central: any Central, clock: any Clock<Duration>) {
      self.central = central
      self.clock = clock
    }
  }
#endif
