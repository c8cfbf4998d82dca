// swift-tools-version:6.2
import PackageDescription

var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// Not on a Mac, because no build there has been seen: one warning that only Apple's SDK causes would stop the app's first build.
#if !os(macOS)
  strict.append(.treatAllWarnings(as: .error))
#endif

/// The bundled device families with virtual devices, one module each.
let simulatedFamilies: [Target.Dependency] = [
  "HaloColmiRing", "HaloEverestW311", "HaloFitnessMachine", "HaloHeartRateMonitor",
]
/// The bundled device families.
let families = simulatedFamilies + ["HaloHealthDevices"]

let package = Package(
  name: "halo",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .executable(name: "halo", targets: ["halo"]),
    .library(name: "HaloText", targets: ["HaloText"]),
    .library(name: "HaloBluetooth", targets: ["HaloBluetooth"]),
    .library(name: "HaloBlueZRadio", targets: ["HaloBlueZRadio"]),
    .library(name: "HaloSimulatedRadio", targets: ["HaloSimulatedRadio"]),
    .library(name: "HaloHealth", targets: ["HaloHealth"]),
    .library(name: "HaloWearables", targets: ["HaloWearables"]),
    .library(name: "HaloColmiRing", targets: ["HaloColmiRing"]),
    .library(name: "HaloEverestW311", targets: ["HaloEverestW311"]),
    .library(name: "HaloFitnessMachine", targets: ["HaloFitnessMachine"]),
    .library(name: "HaloHealthDevices", targets: ["HaloHealthDevices"]),
    .library(name: "HaloHeartRateMonitor", targets: ["HaloHeartRateMonitor"]),
    .library(name: "HaloDrivers", targets: ["HaloDrivers"]),
    .library(name: "HaloVirtualDevices", targets: ["HaloVirtualDevices"]),
    .library(name: "HaloTesting", targets: ["HaloTesting"]),
    .library(name: "HaloCaptures", targets: ["HaloCaptures"]),
    .library(name: "HaloInsights", targets: ["HaloInsights"]),
    .library(name: "HaloInterchange", targets: ["HaloInterchange"]),
    .library(name: "HaloJournal", targets: ["HaloJournal"]),
    .library(name: "HaloReports", targets: ["HaloReports"]),
    .library(name: "HaloEngine", targets: ["HaloEngine"]),
    .library(name: "HaloHome", targets: ["HaloHome"]),
    .library(name: "HaloDashboard", targets: ["HaloDashboard"]),
    .library(name: "HaloSignals", targets: ["HaloSignals"]),
    .library(name: "HaloAppleRadio", targets: ["HaloAppleRadio"]),
    .library(name: "HaloModels", targets: ["HaloModels"]),
    .library(name: "HaloCommand", targets: ["HaloCommand"]),
  ],
  traits: [
    .trait(name: "BlueZ", description: "Real Bluetooth adapters on Linux, through bluetoothd. Needs libsystemd."),
    .trait(name: "Dashboard", description: "The web page and its API, `halo serve`. Adds Hummingbird."),
    .trait(name: "TLS", description: "`halo serve --certificate`. Adds BoringSSL.", enabledTraits: ["Dashboard"]),
    .default(enabledTraits: ["BlueZ", "Dashboard"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
  ],
  targets: [
    // Foundation and the C library, each under one name on all systems.
    .target(name: "HaloFoundation", swiftSettings: strict),
    .target(name: "HaloLibc", swiftSettings: strict),
    // The translations, embedded in the program.
    .target(name: "CHaloTexts"),
    .target(
      name: "HaloText", dependencies: ["HaloFoundation", "CHaloTexts"], exclude: ["german.json"], swiftSettings: strict),
    .target(
      name: "HaloBluetooth", dependencies: ["HaloFoundation", "HaloLibc", "HaloText"], swiftSettings: strict),
    .target(name: "HaloSimulatedRadio", dependencies: ["HaloFoundation", "HaloBluetooth"], swiftSettings: strict),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(
      name: "HaloBlueZRadio",
      dependencies: [
        "HaloText", "HaloBluetooth",
        .target(name: "CSystemd", condition: .when(platforms: [.linux], traits: ["BlueZ"])),
      ], swiftSettings: strict),
    .target(name: "HaloHealth", dependencies: ["HaloText"], swiftSettings: strict),
    .target(
      name: "HaloWearables", dependencies: ["HaloFoundation", "HaloText", "HaloBluetooth", "HaloHealth"],
      swiftSettings: strict),
    .target(
      name: "HaloColmiRing",
      dependencies: ["HaloFoundation", "HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables"],
      swiftSettings: strict),
    .target(
      name: "HaloEverestW311", dependencies: ["HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables"],
      swiftSettings: strict),
    .target(
      name: "HaloFitnessMachine", dependencies: ["HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables"],
      swiftSettings: strict),
    .target(
      name: "HaloHealthDevices", dependencies: ["HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables"],
      swiftSettings: strict),
    .target(
      name: "HaloHeartRateMonitor",
      dependencies: ["HaloFoundation", "HaloText", "HaloBluetooth", "HaloHealth", "HaloSignals", "HaloWearables"],
      swiftSettings: strict),
    .target(name: "HaloDrivers", dependencies: families + ["HaloWearables"], swiftSettings: strict),
    .target(
      name: "HaloVirtualDevices",
      dependencies: simulatedFamilies + [
        "HaloFoundation", "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables", "HaloCaptures",
      ],
      swiftSettings: strict),
    .target(
      name: "HaloCaptures",
      dependencies: ["HaloFoundation", "HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables"],
      swiftSettings: strict),
    // What scripts learned and measured, embedded in the program.
    .target(name: "CHaloData"),
    .target(
      name: "HaloSignals", dependencies: ["HaloFoundation", "HaloText", "CHaloData"],
      exclude: ["Sleep/sleep-stager.bin"],
      swiftSettings: strict),
    .target(
      name: "HaloInsights", dependencies: ["HaloLibc", "HaloText", "HaloHealth", "HaloSignals", "CHaloData"],
      exclude: ["Accuracy/figures.json"], swiftSettings: strict),
    .target(
      name: "HaloInterchange",
      dependencies: [
        "HaloFoundation", "HaloLibc", "HaloText", "HaloHealth", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .target(
      name: "HaloJournal",
      dependencies: [
        "HaloFoundation", "HaloLibc", "HaloText", .target(name: "CLinux", condition: .when(platforms: [.linux])),
        "HaloBluetooth", "HaloHealth",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .target(
      name: "HaloReports",
      dependencies: ["HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloInsights", "HaloJournal"],
      swiftSettings: strict),
    .target(
      name: "HaloEngine",
      dependencies: [
        "HaloFoundation", "HaloLibc", "HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloCaptures",
        "HaloInsights", "HaloInterchange",
        "HaloJournal",
      ], swiftSettings: strict),
    .target(
      name: "HaloTesting",
      dependencies: [
        "HaloFoundation", "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables", "HaloVirtualDevices",
        "HaloInterchange",
        "HaloJournal", "HaloEngine",
      ], swiftSettings: strict),
    .target(name: "HaloAppleRadio", dependencies: ["HaloBluetooth"], swiftSettings: strict),
    .target(
      name: "HaloModels",
      dependencies: [
        "HaloFoundation", "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloSignals", "HaloInsights",
        "HaloInterchange", "HaloJournal",
        "HaloReports", "HaloEngine", "HaloAppleRadio", .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CMosquitto"),
    .target(
      name: "HaloHome",
      dependencies: [
        "HaloFoundation", "HaloLibc", "HaloText", "HaloBluetooth", "HaloHealth", "HaloJournal",
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Subprocess", package: "swift-subprocess", condition: .when(platforms: [.macOS, .linux])),
        .product(name: "SystemPackage", package: "swift-system"),
        .target(name: "CMosquitto", condition: .when(platforms: [.linux])),
      ], swiftSettings: strict),
    // The page's files, embedded in the program.
    .target(name: "CHaloSite"),
    .target(
      name: "HaloDashboard",
      dependencies: [
        "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloInsights", "HaloInterchange", "HaloJournal", "HaloReports",
        "HaloEngine", .target(name: "CHaloSite", condition: .when(traits: ["Dashboard"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Dashboard"])),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["TLS"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Dashboard"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], exclude: ["Site", "API/openapi.json"], swiftSettings: strict),
    .executableTarget(
      name: "halo", dependencies: ["HaloCommand", "HaloDrivers", "HaloBlueZRadio"], swiftSettings: strict),
    .target(
      name: "HaloDaemon",
      dependencies: [
        "HaloFoundation", "HaloLibc", .target(name: "CLinux", condition: .when(platforms: [.linux])),
        .target(name: "CSystemd", condition: .when(platforms: [.linux], traits: ["BlueZ"])),
        "HaloText", "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloInsights", "HaloJournal", "HaloReports",
        "HaloEngine", "HaloHome", .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Subprocess", package: "swift-subprocess", condition: .when(platforms: [.macOS, .linux])),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "HaloDoctor",
      dependencies: [
        "HaloLibc", "HaloText", "HaloBluetooth", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "HaloCohort",
      dependencies: [
        "HaloFoundation", "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables", "HaloVirtualDevices",
        "HaloJournal",
        "HaloEngine", "HaloHome", "HaloTesting",
      ], swiftSettings: strict),
    .target(
      name: "HaloTerminal",
      dependencies: ["HaloLibc", "HaloText", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .target(
      name: "HaloCommand",
      dependencies: [
        "HaloFoundation", "HaloLibc", "HaloTerminal", "HaloCohort", "HaloDaemon", "HaloDoctor",
        "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables", "HaloVirtualDevices", "HaloSignals",
        "HaloInsights", "HaloInterchange", "HaloCaptures", "HaloJournal", "HaloReports", "HaloEngine", "HaloHome",
        .target(name: "HaloDashboard", condition: .when(traits: ["Dashboard"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Subprocess", package: "swift-subprocess", condition: .when(platforms: [.macOS, .linux])),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),

    .target(
      name: "HaloFuzzing",
      dependencies: families + [
        "HaloDrivers", "HaloBluetooth", "HaloSimulatedRadio", "HaloWearables", "HaloVirtualDevices", "HaloHealth",
        "HaloCaptures",
      ],
      path: "Tests/HaloFuzzing",
      swiftSettings: strict),
    .target(
      name: "HaloRadioConformance", dependencies: ["HaloText", "HaloBluetooth", "HaloSimulatedRadio"],
      path: "Tests/HaloRadioConformance", swiftSettings: strict),
    // Limits how many tests run at once.
    .target(name: "TestParallelism", path: "Tests/TestParallelism"),
    .testTarget(
      name: "HaloHealthTests", dependencies: ["HaloHealth"], swiftSettings: strict),
    .testTarget(
      name: "HaloInterchangeTests",
      dependencies: [
        "HaloText", "HaloHealth", "HaloInterchange", "HaloFuzzing", "HaloTesting",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .target(
      name: "WholeRecordings", dependencies: ["HaloSignals"], path: "Tests/WholeRecordings", swiftSettings: strict),
    .testTarget(
      name: "HaloSignalsTests", dependencies: ["HaloSignals", "HaloText", "WholeRecordings"],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(
      name: "HaloAppleRadioTests",
      dependencies: [
        "HaloBluetooth", "HaloSimulatedRadio", "HaloRadioConformance", "HaloAppleRadio", "HaloHealth", "HaloWearables",
        "HaloColmiRing", "HaloVirtualDevices",
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloModelsTests",
      dependencies: families + [
        "HaloDrivers",
        "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables", "HaloVirtualDevices", "HaloInsights",
        "HaloInterchange", "HaloJournal", "HaloRadioConformance", "HaloReports", "HaloEngine", "HaloAppleRadio",
        "HaloModels", "HaloTesting", .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloTestingTests",
      dependencies: [
        "HaloTesting", "HaloDrivers", "HaloBluetooth", "HaloEngine", "HaloHealth", "HaloJournal", "HaloReports",
        "HaloSimulatedRadio", "HaloVirtualDevices", "HaloWearables",
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloColmiRingTests",
      dependencies: [
        "HaloColmiRing", "HaloHeartRateMonitor", "HaloBluetooth", "HaloWearables", "HaloHealth", "HaloFuzzing",
        "HaloSimulatedRadio", "HaloTesting", "HaloVirtualDevices",
      ],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "HaloEverestW311Tests",
      dependencies: [
        "HaloEverestW311", "HaloHeartRateMonitor", "HaloBluetooth", "HaloWearables", "HaloHealth", "HaloSimulatedRadio",
        "HaloTesting", "HaloVirtualDevices",
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloFitnessMachineTests",
      dependencies: [
        "HaloFitnessMachine", "HaloBluetooth", "HaloHealth", "HaloWearables", "HaloSimulatedRadio", "HaloTesting",
        "HaloVirtualDevices",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HaloHealthDevicesTests",
      dependencies: [
        "HaloHealthDevices", "HaloBluetooth", "HaloDrivers", "HaloEngine", "HaloHealth", "HaloJournal", "HaloReports",
        "HaloSimulatedRadio", "HaloTesting", "HaloText", "HaloVirtualDevices", "HaloWearables",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HaloHeartRateMonitorTests",
      dependencies: [
        "HaloHeartRateMonitor", "HaloBluetooth", "HaloWearables", "HaloHealth", "HaloSignals", "HaloSimulatedRadio",
        "HaloTesting", "HaloText", "HaloVirtualDevices",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HaloWearablesTests",
      dependencies: families + [
        "HaloDrivers", "HaloBluetooth", "HaloSimulatedRadio", "HaloWearables", "HaloHealth", "HaloFuzzing",
        "HaloTesting", "HaloVirtualDevices",
      ],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "HaloCapturesTests",
      dependencies: [
        "HaloColmiRing", "HaloDrivers",
        "HaloBluetooth", "HaloSimulatedRadio", "HaloWearables", "HaloHealth", "HaloCaptures", "HaloFuzzing",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HaloBluetoothTests", dependencies: ["HaloBluetooth", "HaloSimulatedRadio", "HaloRadioConformance"],
      swiftSettings: strict),
    .testTarget(
      name: "HaloSimulatedRadioTests",
      dependencies: ["HaloBluetooth", "HaloHealth", "HaloSimulatedRadio", "HaloRadioConformance"],
      swiftSettings: strict),
    .testTarget(
      name: "HaloBlueZRadioTests",
      dependencies: ["HaloBluetooth", "HaloBlueZRadio", "HaloSimulatedRadio", "HaloRadioConformance"],
      swiftSettings: strict),
    .testTarget(
      name: "HaloVirtualDevicesTests",
      dependencies: families + [
        "HaloDrivers",
        "HaloBluetooth", "HaloCaptures", "HaloSimulatedRadio", "HaloTesting", "HaloWearables", "HaloVirtualDevices",
        "HaloHealth",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HaloDoctorTests", dependencies: ["HaloText", "HaloBluetooth", "HaloDoctor", "HaloTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HaloDaemonTests",
      dependencies: [
        "HaloText", "HaloBluetooth", "HaloDaemon", "HaloHome", "HaloTesting", "HaloWearables",
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloJournalTests",
      dependencies: [
        "HaloText", "HaloBluetooth", "HaloHealth", "HaloInsights", "HaloJournal", "HaloSimulatedRadio", "HaloTesting",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["schema.sql"], swiftSettings: strict),
    // The folder Journal contains tests of the journal that use the engine.
    .testTarget(
      name: "HaloEngineTests",
      dependencies: families + [
        "HaloDrivers", "HaloFuzzing",
        "HaloBluetooth", "HaloHealth", "HaloInsights", "HaloInterchange", "HaloJournal", "HaloReports", "HaloEngine",
        "HaloSimulatedRadio", "HaloTesting", "HaloVirtualDevices", "HaloWearables",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["Journal/Versions"], swiftSettings: strict),
    .testTarget(
      name: "HaloHomeTests",
      dependencies: [
        "HaloDrivers",
        "HaloBluetooth", "HaloEngine", "HaloHealth", "HaloHome", "HaloJournal", "HaloSimulatedRadio",
        "HaloTesting", "HaloVirtualDevices", "HaloWearables", .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloDashboardTests",
      dependencies: [
        "HaloColmiRing", "HaloDrivers", "HaloFuzzing",
        "HaloBluetooth", "HaloDashboard", "HaloEngine", "HaloHealth", "HaloInsights", "HaloJournal", "HaloReports",
        "HaloRadioConformance", "HaloSimulatedRadio", "HaloTesting", "HaloVirtualDevices", "HaloWearables",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .testTarget(
      name: "HaloTextTests", dependencies: ["HaloText", "HaloHealth", "HaloReports"], swiftSettings: strict),
    .testTarget(
      name: "HaloReportsTests",
      dependencies: [
        "HaloReports", "HaloHealth", "HaloInsights", "HaloJournal", "HaloWearables", "HaloBluetooth", "HaloEngine",
        "HaloTesting",
        "HaloDrivers", "HaloSimulatedRadio", "HaloVirtualDevices",
      ], swiftSettings: strict),
    .testTarget(name: "HaloInsightsTests", dependencies: ["HaloInsights", "HaloHealth"], swiftSettings: strict),
    .testTarget(
      name: "HaloCohortTests",
      dependencies: ["HaloCohort", "HaloDrivers", "HaloHealth", "HaloJournal", "HaloTesting"], swiftSettings: strict),
    .testTarget(name: "HaloTerminalTests", dependencies: ["HaloTerminal", "HaloText"], swiftSettings: strict),
    .testTarget(
      name: "HaloCommandTests",
      dependencies: families + [
        "halo",
        "HaloCommand", "HaloTerminal", "HaloBluetooth", "HaloCaptures", "HaloDrivers", "HaloEngine", "HaloFuzzing",
        "HaloWearables",
        "HaloHealth",
        "HaloDaemon", "HaloDoctor", "HaloInsights", "HaloJournal", "HaloModels", "HaloReports",
        "HaloDashboard", "HaloSignals", "HaloSimulatedRadio", "HaloTesting", "HaloVirtualDevices",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
  ]
)

// Apple's frameworks for Linux. A condition on a dependency is not enough: all targets of a package share one modules
// folder, so on macOS a module of ours with Apple's name would hide Apple's. The targets are in the manifest only if
// the host is Linux.
#if os(Linux)
  package.products += [
    .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
    .library(name: "AccessorySetupKit", targets: ["AccessorySetupKit"]),
  ]
  package.targets += [
    .target(
      name: "CoreBluetooth",
      dependencies: ["HaloBluetooth", "HaloBlueZRadio", "HaloSimulatedRadio", "HaloVirtualDevices"],
      swiftSettings: strict),
    .target(name: "AccessorySetupKit", dependencies: ["CoreBluetooth", "HaloBluetooth"], swiftSettings: strict),
    .testTarget(
      name: "CoreBluetoothTests",
      dependencies: [
        "CoreBluetooth", "AccessorySetupKit", "HaloBluetooth", "HaloSimulatedRadio", "HaloRadioConformance",
        "HaloHealth", "HaloTesting", "HaloWearables", "HaloVirtualDevices",
      ], swiftSettings: strict),
    // Like iPhone code: only Core Bluetooth, in Swift 5 mode.
    .executableTarget(
      name: "CoreBluetoothRing", dependencies: ["CoreBluetooth"], path: "Examples/CoreBluetoothRing",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "CoreBluetoothAppsTests",
      dependencies: [
        "CoreBluetooth", "CoreBluetoothRing", "HaloBluetooth", "HaloSimulatedRadio", "HaloHealth", "HaloWearables",
        "HaloVirtualDevices",
      ], swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
  for target in package.targets
  where ["HaloAppleRadio", "HaloAppleRadioTests", "HaloRadioConformance"].contains(target.name) {
    target.dependencies.append("CoreBluetooth")
  }
  for target in package.targets where ["HaloModels", "HaloModelsTests"].contains(target.name) {
    target.dependencies += ["CoreBluetooth", "AccessorySetupKit"]
  }
#endif

// Targets used only by benchmarks, proofs and the guide, so that a build of the tests does not link ten more programs.
if Context.environment["HALO_BENCHMARKS"] == "1" {
  package.targets += [
    .executableTarget(
      name: "halo-fuzz",
      dependencies: [
        "HaloDrivers",
        "HaloBluetooth", "HaloCommand", "HaloDashboard", "HaloEngine", "HaloFuzzing", "HaloHealth", "HaloInsights",
        "HaloInterchange", "HaloJournal", "HaloSimulatedRadio", "HaloTesting", "HaloVirtualDevices", "HaloWearables",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/HaloFuzz", swiftSettings: strict),
    .executableTarget(
      name: "halo-conformance",
      dependencies: [
        "HaloAppleRadio", "HaloBluetooth", "HaloBlueZRadio", "HaloRadioConformance", "HaloSimulatedRadio",
      ],
      path: "Tests/Laboratory/Conformance", swiftSettings: strict),
    .executableTarget(
      name: "halo-virtual-device",
      dependencies: [
        "HaloBluetooth", "HaloHealth", "HaloRadioConformance", "HaloSimulatedRadio", "HaloVirtualDevices",
        "HaloWearables",
      ],
      path: "Tests/Laboratory/VirtualDevice", swiftSettings: strict),
    .executableTarget(
      name: "halo-serving-proof", dependencies: ["HaloBluetooth", "HaloBlueZRadio"],
      path: "Tests/Laboratory/ServingProof", swiftSettings: strict),
    .executableTarget(
      name: "halo-home-client",
      dependencies: ["HaloHealth", "HaloHome", "HaloJournal", .product(name: "Logging", package: "swift-log")],
      path: "Tests/Home/Client", swiftSettings: strict),
    .executableTarget(
      name: "halo-lives", dependencies: ["HaloCohort", "HaloDrivers"], path: "Tests/Truth/Lives", swiftSettings: strict),
    .executableTarget(
      name: "halo-first-sync",
      dependencies: [
        "HaloColmiRing", "HaloBluetooth", "HaloSimulatedRadio", "HaloWearables", "HaloVirtualDevices", "HaloHealth",
      ],
      path: "Benchmarks/FirstSync", swiftSettings: strict),
    .executableTarget(
      name: "halo-guide",
      dependencies: [
        "HaloColmiRing", "HaloBluetooth", "HaloHealth", "HaloSimulatedRadio", "HaloVirtualDevices", "HaloWearables",
      ], path: "Examples/Guide", swiftSettings: strict),
    .executableTarget(
      name: "halo-bluez-bench", dependencies: ["HaloBluetooth", "HaloBlueZRadio"], path: "Benchmarks/BlueZ",
      swiftSettings: strict),
    .executableTarget(
      name: "halo-signals-bench", dependencies: ["HaloSignals", "WholeRecordings"], path: "Benchmarks/Signals",
      swiftSettings: strict),
    .executableTarget(
      name: "halo-ten-years",
      dependencies: families + [
        "HaloBluetooth", "HaloEngine", "HaloHealth", "HaloInsights", "HaloJournal", "HaloSimulatedRadio",
        "HaloVirtualDevices", "HaloWearables", .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Benchmarks/TenYears", swiftSettings: strict),
  ]
}

for target in package.targets where target.type == .test { target.dependencies.append("TestParallelism") }

// Only some targets and what they need, for a quick build: `scripts/test --target HaloColmiRingTests`.
if let names = Context.environment["HALO_TARGETS"]?.split(separator: " ").map(String.init) {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): keep(name)
      default: break
      }
    }
  }
  names.forEach(keep)
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}
