#if !canImport(Darwin)
  public import Foundation

  /// Lets somebody choose a device: a person at a terminal, or a script. (On Apple systems the system does it.)
  public protocol AccessoryChooser: Sendable {
    /// Lets one of the devices be chosen that are found.
    ///
    /// - Parameters:
    ///   - kinds: The names of the kinds of devices that are looked for.
    ///   - found: All devices that were found until then, the first first; again whenever something changes.
    /// - Returns: Which; `nil` where nobody wants any.
    /// - Throws: An ``ASError`` where nobody can choose.
    func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID?

    /// Asks for a name; `nil` keeps the present one.
    func rename(_ name: String) async throws -> String?

    /// Says something to the person.
    func tell(_ words: String) async
  }

  /// A device that can be chosen.
  public struct AccessoryCandidate: Hashable, Sendable, Identifiable {
    /// By which Core Bluetooth knows it.
    public let id: UUID
    /// What it calls itself, where it does.
    public let name: String?
    /// What kind of device it is: the display item's name.
    public let kind: String
    /// Its signal strength in dBm, where it is known.
    public let rssi: Int?
    /// Whether it says itself that it is of that kind. Many devices do not advertise their services; such a one is asked once it was chosen.
    public let isCertain: Bool
  }
#endif
