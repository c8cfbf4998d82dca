public import Dispatch
public import Foundation

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler iOS 13.0
open class BGTaskScheduler {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/shared iOS 13.0
extension BGTaskScheduler {
  public class var shared: BGTaskScheduler { fatalError() }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:) iOS 13.0
extension BGTaskScheduler {
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { fatalError() }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:) iOS 13.0
extension BGTaskScheduler {
  public func submit(_ taskRequest: BGTaskRequest) throws {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/cancel(taskrequestwithidentifier:) iOS 13.0
extension BGTaskScheduler {
  public func cancel(taskRequestWithIdentifier identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask iOS 13.0
open class BGTask {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask/expirationhandler iOS 13.0
extension BGTask {
  public var expirationHandler: (() -> Void)? {
    get { nil }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask/settaskcompleted(success:) iOS 13.0
extension BGTask {
  public func setTaskCompleted(success: Bool) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest iOS 13.0
open class BGTaskRequest {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/earliestbegindate iOS 13.0
extension BGTaskRequest {
  public var earliestBeginDate: Date? {
    get { nil }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest/init(identifier:) iOS 13.0
open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/init(identifier:) iOS 13.0
open class BGProcessingTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresnetworkconnectivity iOS 13.0
extension BGProcessingTaskRequest {
  public var requiresNetworkConnectivity: Bool {
    get { false }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresexternalpower iOS 13.0
extension BGProcessingTaskRequest {
  public var requiresExternalPower: Bool {
    get { false }
    set {}
  }
}
