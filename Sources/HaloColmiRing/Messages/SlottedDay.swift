extension ColmiRing {
  /// Values of a day at a fixed interval, from midnight on; 0 is no value.
  protocol SlottedDay {
    associatedtype Slot: BinaryInteger
    var intervalMinutes: Int { get }
    var slots: [Slot] { get }
  }
}

extension ColmiRing.SlottedDay {
  /// Makes a sample of each slot with a value, in order of time.
  @inline(__always)
  func filled<Sample>(_ make: (TimeOfDay, Int) -> Sample) -> [Sample] {
    slots.enumerated().compactMap { slot, value in
      value == 0 ? nil : make(TimeOfDay(minutes: slot * intervalMinutes), Int(value))
    }
  }
}
