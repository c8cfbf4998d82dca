import Foundation
import HaloModels
import SwiftUI

/// The whole app: the first steps, then tabs on a phone and a sidebar on an iPad.
struct RootScreen: View {
  let app: AppModel

  var body: some View {
    switch app.demo {
    case .off: home
    case .starting:
      VStack(spacing: 16) {
        ProgressView("Syncing a simulated ring …")
        Button("Cancel", role: .cancel) { app.endDemo() }
      }
    case .running(let models):
      HomeScreen(models: models)
        .environment(\.halo, models.environment)
        .safeAreaInset(edge: .top) { DemoBanner { app.endDemo() } }
        .id("demo")
    case .failed(let problem):
      ProblemView(problem: problem) {
        Button("Close") { app.endDemo() }
      }
    }
  }

  @ViewBuilder private var home: some View {
    switch app.state {
    case .opening: ProgressView("Opening your journal …")
    case .failed(let problem):
      ProblemView(problem: problem) {
        Button("Try again") { app.retry() }
      }
    case .ready(let models):
      HomeScreen(models: models)
        .environment(\.halo, models.environment)
        .environment(\.startDemo) { app.startDemo() }
    }
  }
}

/// The label on every screen of the demonstration.
private struct DemoBanner: View {
  let end: @MainActor () -> Void

  var body: some View {
    HStack {
      Label("Simulated ring: these are not your data", systemImage: "testtube.2").font(.footnote)
      Spacer()
      Button("End", action: end)
    }
    .padding(.horizontal)
    .padding(.vertical, 6)
    .background(.yellow.opacity(0.35))
  }
}

/// The screens, once the journal is open.
struct HomeScreen: View {
  let models: AppModel.Models
  @Environment(\.horizontalSizeClass) private var width

  var body: some View {
    Group {
      if models.onboarding.step != nil {
        OnboardingScreen(model: models.onboarding, rings: models.rings, sync: models.sync)
      } else if width == .regular {
        RegularHome(models: models)
      } else {
        CompactHome(models: models)
      }
    }
  }
}

/// Tabs, for a phone. Rarely used screens are reached from My device.
private struct CompactHome: View {
  let models: AppModel.Models
  @State private var tab: ScreenPlace
  @State private var path: [ScreenPlace]

  init(models: AppModel.Models) {
    self.models = models
    let first = LaunchOptions.current.screen ?? .today
    let isTab = Self.tabs.contains(first)
    _tab = State(initialValue: isTab ? first : .device)
    _path = State(initialValue: isTab ? [] : [first])
  }

  private static let tabs: [ScreenPlace] = [.today, .sleep, .heart, .activity, .device]

  var body: some View {
    TabView(selection: $tab) {
      Tab("Today", systemImage: "sun.max", value: .today) { NavigationStack { models.screen(.today) } }
      Tab("Sleep", systemImage: "bed.double", value: .sleep) { NavigationStack { models.screen(.sleep) } }
      Tab("Heart", systemImage: "heart", value: .heart) { NavigationStack { models.screen(.heart) } }
      Tab("Activity", systemImage: "figure.walk", value: .activity) { NavigationStack { models.screen(.activity) } }
      Tab("My device", systemImage: "circle.circle", value: .device) {
        NavigationStack(path: $path) {
          DeviceScreen(
            rings: models.rings, devices: models.devices, sync: models.sync,
            others: [.live, .workout, .data, .settings]
          )
          .navigationDestination(for: ScreenPlace.self) { models.screen($0) }
        }
      }
    }
    .disconnects(models.rings, outsideOf: tab == .device ? path.last ?? .device : tab)
    .onOpenURL { url in
      guard let place = ScreenPlace(url) else { return }
      let isTab = Self.tabs.contains(place)
      (tab, path) = (isTab ? place : .device, isTab ? [] : [place])
    }
  }
}

/// A sidebar beside the screen, for an iPad.
private struct RegularHome: View {
  let models: AppModel.Models
  @State private var place: ScreenPlace? = LaunchOptions.current.screen ?? .today

  var body: some View {
    NavigationSplitView {
      List(ScreenPlace.allCases, selection: $place) { place in
        NavigationLink(value: place) { place.label }
      }
      .navigationTitle("Halo")
    } detail: {
      // A new stack for each screen, so that a screen begins at its top.
      NavigationStack { models.screen(place ?? .today) }.id(place)
    }
    .disconnects(models.rings, outsideOf: place ?? .today)
    .onOpenURL { url in place = ScreenPlace(url) ?? place }
  }
}

extension View {
  /// Ends the connection of My device, unless the shown screen is that one or Live, whose measurements use it.
  fileprivate func disconnects(_ rings: RingSessionManager, outsideOf place: ScreenPlace) -> some View {
    onChange(of: place, initial: true) { _, place in
      if place != .device && place != .live { rings.disconnect() }
    }
  }
}

/// A screen that can be navigated to.
enum ScreenPlace: String, CaseIterable, Hashable, Identifiable {
  case today
  case sleep
  case heart
  case activity
  case workout
  case live
  case device
  case data
  case settings

  var id: String { rawValue }

  /// The name and symbol.
  @MainActor var label: Label<Text, Image> {
    switch self {
    case .today: Label("Today", systemImage: "sun.max")
    case .sleep: Label("Sleep", systemImage: "bed.double")
    case .heart: Label("Heart", systemImage: "heart")
    case .activity: Label("Activity", systemImage: "figure.walk")
    case .workout: Label("Workout", systemImage: "figure.run")
    case .live: Label("Live", systemImage: "waveform.path.ecg")
    case .device: Label("My device", systemImage: "circle.circle")
    case .data: Label("Data and privacy", systemImage: "lock.doc")
    case .settings: Label("Settings", systemImage: "gearshape")
    }
  }
}

extension AppModel.Models {
  /// Returns the view of a screen.
  @ViewBuilder func screen(_ place: ScreenPlace) -> some View {
    switch place {
    case .today: TodayScreen(model: today, sync: sync, live: live)
    case .sleep: SleepScreen(model: sleep)
    case .heart: HeartScreen(model: heart, live: live)
    case .activity: ActivityScreen(model: activity, workout: workout)
    case .workout: WorkoutScreen(model: workout)
    case .live: LiveScreen(model: live)
    case .device: DeviceScreen(rings: rings, devices: devices, sync: sync, others: [])
    case .data: DataScreen(model: data, imports: imports)
    case .settings: SettingsScreen(model: settings)
    }
  }
}
