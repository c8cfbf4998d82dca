extension ColmiRing {
  /// A claim about the protocol of all rings of the family, which one real ring can confirm or refute.
  struct ProtocolClaim: Hashable {
    let id: String
    /// The claim in a sentence.
    let statement: Phrase

    private init(_ id: String, _ statement: Phrase) {
      self.id = id
      self.statement = statement
    }

    static let services = ProtocolClaim(
      "services",
      Phrase(
        "There is a service for commands and one for big data, each with a write and a notify characteristic."
      ))
    static let revisions = ProtocolClaim("revisions", Phrase("Hardware and firmware revision can be read."))
    static let checksum = ProtocolClaim(
      "checksum", Phrase("The last byte of every command packet is the sum of the others modulo 256."))
    static let setTime = ProtocolClaim(
      "setTime", Phrase("The ring answers a clock setting with its firmware's capabilities."))
    static let date = ProtocolClaim(
      "date", Phrase("Command 07 returns the date of the ring's clock, which is today's date once the clock is set."))
    static let battery = ProtocolClaim("battery", Phrase("Command 03 returns the charge in percent."))
    static let pace = ProtocolClaim("pace", Phrase("An answer begins within a quarter of a second."))
    static let activity = ProtocolClaim(
      "activity", Phrase("Command 43 returns steps per quarter hour, with the date of the requested day."))
    static let activityTotals = ProtocolClaim(
      "activityTotals", Phrase("The quarter hours of today add up to the totals of command 48, within 2 %."))
    static let heartRateLog = ProtocolClaim(
      "heartRateLog", Phrase("Command 15 returns a heart rate for every interval of the requested day."))
    static let stressLog = ProtocolClaim(
      "stressLog", Phrase("Command 37 returns stress scores per half hour, if the firmware reports the capability."))
    static let hrvLog = ProtocolClaim(
      "hrvLog", Phrase("Command 39 returns HRV per half hour, if the firmware reports the capability."))
    static let sleep = ProtocolClaim("sleep", Phrase("Big data 27 returns nights with their stages."))
    static let sleepSpan = ProtocolClaim("sleepSpan", Phrase("The stages of a night add up to its duration."))
    static let spo2Log = ProtocolClaim(
      "spo2Log", Phrase("Big data 2A returns SpO₂ per hour, if the firmware reports the capability."))
    static let temperatureLog = ProtocolClaim(
      "temperatureLog", Phrase("Big data 25 returns skin temperatures, if the firmware reports the capability."))
    static let manualHeartRate = ProtocolClaim(
      "manualHeartRate",
      Phrase(
        "Big data 28 returns manually measured heart rates, if the firmware reports the capability."
      ))
    static let bigDataChecksum = ProtocolClaim(
      "bigDataChecksum", Phrase("The checksum of big data is the CRC-16/MODBUS of its payload."))
    static let overlap = ProtocolClaim("overlap", Phrase("Commands and big data are answered at the same time."))
    static let settings = ProtocolClaim(
      "settings", Phrase("Commands 16, 2C, 36, 38 and 3A return the settings of automatic measurements."))
    static let heartRateInterval = ProtocolClaim(
      "heartRateInterval", Phrase("The interval of automatic heart rates can be changed and is stored."))
    static let liveHeartRate = ProtocolClaim(
      "liveHeartRate", Phrase("While worn, the ring measures a live heart rate of 30 to 220 bpm within 60 s."))
    static let warmUp = ProtocolClaim("warmUp", Phrase("A live measurement sends zeros until it has a value."))
    static let beatInterval = ProtocolClaim(
      "beatInterval",
      Phrase(
        "Bytes 6 and 7 of a live heart rate are the beat interval: about 60,000 ÷ the heart rate."
      ))
    static let liveSpO2 = ProtocolClaim(
      "liveSpO2",
      Phrase(
        "While worn, the ring measures live SpO₂ of 70 to 100 % within 60 s, if the firmware reports the capability."
      ))
    static let liveNotWorn = ProtocolClaim(
      "liveNotWorn", Phrase("While not worn, the ring sends no live heart rate, or reports that it is not worn."))
    static let liveStops = ProtocolClaim(
      "liveStops", Phrase("A live measurement ends on request: readings stop arriving."))
    static let rawRates = ProtocolClaim(
      "rawRates", Phrase("While worn, the ring sends raw light and acceleration about once a second each."))
    static let rawScale = ProtocolClaim(
      "rawScale",
      Phrase(
        "The accelerometer has 512 counts per g, or 8192 with 16 bits: lying still, it measures 0.85 to 1.15 g."
      ))
    static let rawStops = ProtocolClaim("rawStops", Phrase("The raw stream ends on request."))
    static let rawStopsBy02 = ProtocolClaim("rawStopsBy02", Phrase("A1 02 alone stops the raw stream."))
    static let rawStopsBy00 = ProtocolClaim("rawStopsBy00", Phrase("A1 00 alone stops the raw stream."))
    static let rawEncoding = ProtocolClaim(
      "rawEncoding",
      Phrase(
        "A stream has accelerometer readings of either 12 or 16 bits: lying still, 95 % of them are near one g."
      ))
    static let vendorRawPulse = ProtocolClaim(
      "vendorRawPulse", Phrase("While worn, 69 0D returns green light and acceleration 25 times a second."))
    static let vendorRawOxygen = ProtocolClaim(
      "vendorRawOxygen", Phrase("While worn, 69 0E returns red and infrared light and acceleration 25 times a second."))
    static let vendorRawStops = ProtocolClaim("vendorRawStops", Phrase("6A stops the vendor's raw stream."))
    static let vendorRawScale = ProtocolClaim(
      "vendorRawScale", Phrase("In the vendor's raw stream, the accelerometer has 512 or 8192 counts per g."))
    static let sport = ProtocolClaim(
      "sport", Phrase("77 starts a sport session, which is reported about once a second."))
    static let sportStops = ProtocolClaim("sportStops", Phrase("77 04 stops a sport session."))
    static let olderSleep = ProtocolClaim(
      "olderSleep", Phrase("The older request for sleep, big data 27 without 01, is answered too."))
    static let temperatureSetting = ProtocolClaim(
      "temperatureSetting", Phrase("The long form of 3A turns skin temperatures on and off, and is stored."))

    static let all = [
      services, revisions, checksum, setTime, date, battery, pace, activity, activityTotals, heartRateLog, stressLog,
      hrvLog, sleep, sleepSpan, spo2Log, temperatureLog, manualHeartRate, bigDataChecksum, overlap, settings,
      heartRateInterval, liveHeartRate, warmUp, beatInterval, liveSpO2, liveNotWorn, liveStops, rawRates, rawScale,
      rawStops, rawStopsBy02, rawStopsBy00, rawEncoding, vendorRawPulse, vendorRawOxygen, vendorRawStops,
      vendorRawScale, sport, sportStops, olderSleep, temperatureSetting,
    ]
  }
}
