import HaloText
import Foundation
import Logging
import Testing

@testable import HaloHome

@Suite("Settings of a home")
struct HomeSettingsTests {
  private func settings(_ json: String) throws -> HomeSettings {
    try JSONDecoder().decode(HomeSettings.self, from: Data(json.utf8))
  }

  @Test("all that can be set is read, and written so that it is read the same")
  func everything() throws {
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

  @Test("without settings nothing is told; a broker needs its host alone")
  func defaults() throws {
    #expect(try settings("{}") == HomeSettings())
    let broker = try #require(try settings(#"{"mqtt": {"host": "broker"}}"#).mqtt)
    #expect(broker.port == 1883 && broker.tls == nil && broker.send == Set(MQTTSettings.Value.allCases))
    #expect(try settings(#"{"mqtt": {"host": "broker", "tls": true}}"#).mqtt?.port == 8883)
    #expect(try settings(#"{"mqtt": {"host": "broker", "tls": false}}"#).mqtt?.tls == nil)
  }

  @Test(
    "what is wrong is named, with what is allowed",
    arguments: [
      (#"{"mqqt": {}}"#, "mqqt: there is no such setting; there are mqtt, hooks, batteryLow, lostAfterHours"),
      (#"{"mqtt": {}}"#, "mqtt.host: expected the name or address of a broker"),
      (#"{"mqtt": "broker"}"#, "mqtt: expected settings: host, port"),
      (#"{"mqtt": {"host": "b", "port": "x"}}"#, "mqtt.port: expected a whole number from 1 to 65535"),
      (#"{"mqtt": {"host": "b", "port": 70000}}"#, "mqtt.port: expected a whole number from 1 to 65535, found 70000"),
      (#"{"mqtt": {"host": "b", "insecure": true}}"#, "mqtt.insecure: there is no such setting"),
      (#"{"mqtt": {"host": "b", "tls": "yes"}}"#, "mqtt.tls: expected settings: caFile"),
      (
        #"{"mqtt": {"host": "b", "tls": {"key": "k"}}}"#,
        "mqtt.tls.certificate: certificate and key must be set together"
      ),
      (#"{"mqtt": {"host": "b", "tls": {"cafile": "k"}}}"#, "mqtt.tls.cafile: there is no such setting"),
      (#"{"mqtt": {"host": "b", "topicPrefix": "a/#"}}"#, "mqtt.topicPrefix: expected a topic without + and #"),
      (#"{"mqtt": {"host": "b", "send": ["pulse"]}}"#, "mqtt.send: 'pulse' is none of battery, steps, heartRate"),
      (#"{"mqtt": {"host": "b", "send": "steps"}}"#, "mqtt.send: expected a list of battery"),
      (#"{"mqtt": {"host": "b", "password": "x"}}"#, "mqtt.username: a password needs a username"),
      (
        #"{"mqtt": {"host": "b", "username": "u", "password": "x", "passwordFile": "f"}}"#,
        "mqtt.passwordFile: set password or passwordFile, not both"
      ),
      (
        #"{"hooks": {"new_night": "x"}}"#, "hooks.new_night: there is no such setting; there are new-night, battery-low"
      ),
      (
        #"{"hooks": {"new-night": []}}"#,
        "hooks.new-night: expected a command line, or a program and its arguments as a list"
      ),
      (#"{"hooks": {"new-night": " "}}"#, "hooks.new-night: expected a command line"),
      (#"{"batteryLow": 0}"#, "batteryLow: expected a whole number from 1 to 90, found 0"),
    ])
  func wrong(json: String, words: String) throws {
    let error = #expect(throws: DecodingError.self) { try settings(json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let said = context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
    #expect(said.hasPrefix(words) && said.hasSuffix("."), "\(said)")
  }

  #if os(Linux)
    @Test func `a missing libmosquitto is an error that says what to install`() {
      let error = #expect(throws: HomeError.self) { try MosquittoLibrary(path: "/nowhere/libmosquitto.so.1") }
      let text = error?.description ?? ""
      #expect(text.contains("/nowhere/libmosquitto.so.1") && text.contains("apt-get install libmosquitto1"))
    }

    @Test func `a library without libmosquitto's functions is an error that names the first one`() {
      let error = #expect(throws: HomeError.self) { try MosquittoLibrary(path: "libm.so.6") }
      #expect(error?.description.contains("mosquitto_new") == true)
    }
  #endif

  @Test("a folder that cannot be written is said")
  func folder() {
    #expect(throws: HomeError.self) {
      try Home(HomeSettings(), stateFolder: "/nowhere", logger: Log().logger)
    }
  }
}
