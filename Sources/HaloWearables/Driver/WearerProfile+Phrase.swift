extension WearerProfile.Gender {
  /// The gender in words.
  public var phrase: Phrase {
    switch self {
    case .male: Phrase("male")
    case .female: Phrase("female")
    case .other: Phrase("other")
    }
  }
}

extension WearerProfile.Units {
  /// The units in words.
  public var phrase: Phrase {
    switch self {
    case .metric: Phrase("metric")
    case .imperial: Phrase("imperial")
    }
  }
}
