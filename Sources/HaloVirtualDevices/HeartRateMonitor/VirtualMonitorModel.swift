import HaloHeartRateMonitor

/// A kind of heart rate monitor with its characteristic features.
public enum VirtualMonitorModel: Sendable, CaseIterable {
  /// A chest strap with only the standard service: rate, beats, energy.
  case strap
  /// A Polar chest strap with ECG and acceleration.
  case polarH10
  /// A Polar armband with light and compressed acceleration, and without beats in the standard service.
  case polarSense

  var name: String {
    switch self {
    case .strap: "HRM-1"
    case .polarH10: "Polar H10"
    case .polarSense: "Polar Sense"
    }
  }

  var manufacturer: String { self == .strap ? "Halo" : "Polar Electro Oy" }

  var place: HeartRateService.SensorLocation.Place {
    switch self {
    case .strap, .polarH10: .chest
    case .polarSense: .other
    }
  }

  /// True if the monitor reports skin contact.
  var reportsContact: Bool { self != .polarSense }
  var reportsBeats: Bool { self != .polarSense }
  var countsEnergy: Bool { self == .strap }

  /// The measurements of Polar's own service.
  var kinds: [HeartRateMonitor.Polar.Kind] {
    switch self {
    case .strap: []
    case .polarH10: [.ecg, .acceleration]
    case .polarSense: [.ppg, .acceleration, .pulseIntervals]
    }
  }

  /// Returns the available settings.
  func settings(_ kind: HeartRateMonitor.Polar.Kind) -> HeartRateMonitor.Polar.Settings {
    switch (self, kind) {
    case (_, .ecg): .init([.init(.sampleRate, [130]), .init(.resolution, [14])])
    case (.polarH10, .acceleration):
      .init([.init(.sampleRate, [25, 50, 100, 200]), .init(.resolution, [16]), .init(.range, [2, 4, 8])])
    case (_, .acceleration): .init([.init(.sampleRate, [52]), .init(.resolution, [16]), .init(.range, [8])])
    case (_, .ppg): .init([.init(.sampleRate, [55]), .init(.resolution, [22]), .init(.channels, [4])])
    default: .init([])
    }
  }
}
