extension WearerProfile.Gender: ExpressibleByArgument {}
extension WearerProfile.Units: ExpressibleByArgument {}

/// `halo settings profile`: changes the wearer's profile on a ring.
struct RingProfileCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Set your profile on a ring, for its energy and distance estimates; omitted values are not changed.",
    discussion: """
      Halo's own goals, units and year of birth are in 'halo profile'; they are not written to the ring.

      If a ring does not report its profile, pass --age, --height and --weight. Omitted values are then set to \
      other, metric and 24 hours.

      EXIT STATUS: 0; 69 if no ring was found, its firmware has no profile, or it did not store the profile.
      """)

  @Option(help: "Age in years.")
  var age: Int?
  @Option(help: "Height in centimeters.")
  var height: Int?
  @Option(help: "Weight in kilograms.")
  var weight: Int?
  @Option(help: "The gender, for the energy estimate.")
  var gender: WearerProfile.Gender?
  @Option(help: "Units.")
  var units: WearerProfile.Units?
  @Option(help: ArgumentHelp("Hours on the clock: 12 or 24.", valueName: "hours"))
  var clock: Int?

  @OptionGroup var ring: DeviceOptions

  func validate() throws {
    for (name, value) in [("--age", age), ("--height", height), ("--weight", weight)] {
      try check(name, value, within: 1...255)
    }
    if let clock, clock != 12, clock != 24 { throw ValidationError(Phrase("--clock must be 12 or 24.")) }
  }

  func run() async throws {
    let (requested, actual) = try await ring.withDevice(
      .ring, as: { $0 as? any ProfileConfigurable }, Phrase("profile")
    ) { driver, advertisement, _ in
      guard var profile = try await driver.profile() ?? whole else {
        throw ConfigurableError.unsupported(
          device: advertisement.label, what: Phrase("profile, unless --age, --height and --weight are all given"))
      }
      profile.age = age ?? profile.age
      profile.heightCentimeters = height ?? profile.heightCentimeters
      profile.weightKilograms = weight ?? profile.weightKilograms
      profile.gender = gender ?? profile.gender
      profile.units = units ?? profile.units
      profile.clockHours = clock ?? profile.clockHours
      return (profile, try await driver.setProfile(profile))
    }
    try RingSettingsOutput.write(RingSettingsOutput.rows(actual ?? requested))
    if actual == nil { UnverifiedSetting.report(Phrase("profile")) }
  }

  /// A profile of the given options only, for rings that do not report theirs.
  private var whole: WearerProfile? {
    guard let age, let height, let weight else { return nil }
    return WearerProfile(age: age, heightCentimeters: height, weightKilograms: weight)
  }
}
