import HaloText
import Foundation
import Logging
import Testing

@testable import HaloHome

@Suite("Home settings")
struct HomeSettingsTests {
  private func settings(_ json: String) throws -> HomeSettings {
    try JSONDecoder().decode(HomeSettings.self, from: Data(json.utf8))
  }

  @Test func `all settings are decoded, and encoded so that they decode to the same`() throws {
    let read = try settings(
      """
      {"mqtt": {"host": "broker.lan", "username": "halo", "passwordFile": "/run/secret",
        "tls": {"caFile": "/ca.pem", "certificate": "/c.pem", "key": "/k.pem"}, "topicPrefix": "home/halo",
        "discoveryPrefix": "ha", "clientID": "me", "keepAlive": 120, "send": ["battery", "night"]},
       "hooks": {"new-night": "echo night", "battery-low": ["notify-send", "Halo", "low"]},
       "batteryLow": 20, "lostAfterHours": 48}
      """)
    #expect(
      read
        == HomeSettings(
          mqtt: MQTTSettings(
            host: "broker.lan", port: 8883, username: "halo", passwordFile: "/run/secret",
            tls: MQTTSettings.TLS(caFile: "/ca.pem", certificate: "/c.pem", key: "/k.pem"), topicPrefix: "home/halo",
            discoveryPrefix: "ha", clientID: "me", keepAlive: 120, send: [.battery, .night]),
          hooks: [.newNight: .line("echo night"), .batteryLow: .program(["notify-send", "Halo", "low"])],
          batteryLow: 20, lostAfterHours: 48))
    #expect(try JSONDecoder().decode(HomeSettings.self, from: JSONEncoder().encode(read)) == read)
  }

  @Test func `nothing is published without settings; a broker requires only its host`() throws {
    #expect(try settings("{}") == HomeSettings())
    let broker = try #require(try settings(#"{"mqtt": {"host": "broker"}}"#).mqtt)
    #expect(broker.port == 1883 && broker.tls == nil && broker.send == Set(MQTTSettings.Value.allCases))
    #expect(try settings(#"{"mqtt": {"host": "broker", "tls": true}}"#).mqtt?.port == 8883)
    #expect(try settings(#"{"mqtt": {"host": "broker", "tls": false}}"#).mqtt?.tls == nil)
  }

  @Test(arguments: [
    (#"{"mqqt": {}}"#, "mqqt: unknown setting; the settings are mqtt, hooks, batteryLow, lostAfterHours"),
    (#"{"mqtt": {}}"#, "mqtt.host: expected the name or address of a broker"),
    (#"{"mqtt": "broker"}"#, "mqtt: expected settings: host, port"),
    (#"{"mqtt": {"host": "b", "port": "x"}}"#, "mqtt.port: expected a whole number from 1 to 65535"),
    (#"{"mqtt": {"host": "b", "port": 70000}}"#, "mqtt.port: expected a whole number from 1 to 65535, found 70000"),
    (#"{"mqtt": {"host": "b", "insecure": true}}"#, "mqtt.insecure: unknown setting"),
    (#"{"mqtt": {"host": "b", "tls": "yes"}}"#, "mqtt.tls: expected settings: caFile"),
    (
      #"{"mqtt": {"host": "b", "tls": {"key": "k"}}}"#,
      "mqtt.tls.certificate: certificate and key must be set together"
    ),
    (#"{"mqtt": {"host": "b", "tls": {"cafile": "k"}}}"#, "mqtt.tls.cafile: unknown setting"),
    (#"{"mqtt": {"host": "b", "topicPrefix": "a/#"}}"#, "mqtt.topicPrefix: expected a topic without + or #"),
    (#"{"mqtt": {"host": "b", "send": ["pulse"]}}"#, "mqtt.send: 'pulse' is not one of battery, steps, heartRate"),
    (#"{"mqtt": {"host": "b", "send": "steps"}}"#, "mqtt.send: expected a list of battery"),
    (#"{"mqtt": {"host": "b", "password": "x"}}"#, "mqtt.username: a password needs a username"),
    (
      #"{"mqtt": {"host": "b", "username": "u", "password": "x", "passwordFile": "f"}}"#,
      "mqtt.passwordFile: set password or passwordFile, not both"
    ),
    (
      #"{"hooks": {"new_night": "x"}}"#, "hooks.new_night: unknown setting; the settings are new-night, battery-low"
    ),
    (
      #"{"hooks": {"new-night": []}}"#,
      "hooks.new-night: expected a command line, or a program and its arguments as a list"
    ),
    (#"{"hooks": {"new-night": " "}}"#, "hooks.new-night: expected a command line"),
    (#"{"batteryLow": 0}"#, "batteryLow: expected a whole number from 1 to 90, found 0"),
  ])
  func `an error names the setting and the allowed values`(json: String, words: String) throws {
    let error = #expect(throws: DecodingError.self) { try settings(json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let message = context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
    #expect(message.hasPrefix(words) && message.hasSuffix("."), "\(message)")
  }

  #if os(Linux)
    @Test func `a missing libmosquitto is an error that names the package to install`() {
      let error = #expect(throws: HomeError.self) { try MosquittoLibrary(path: "/nowhere/libmosquitto.so.1") }
      let text = error?.description ?? ""
      #expect(text.contains("/nowhere/libmosquitto.so.1") && text.contains("apt-get install libmosquitto1"))
    }

    @Test func `a library without libmosquitto's functions is an error that names the first one`() {
      let error = #expect(throws: HomeError.self) { try MosquittoLibrary(path: "libm.so.6") }
      #expect(error?.description.contains("mosquitto_new") == true)
    }
  #endif

  @Test func `a folder that cannot be written is an error`() {
    #expect(throws: HomeError.self) {
      try Home(HomeSettings(), stateFolder: "/nowhere", logger: Log().logger)
    }
  }
}
