public import Dispatch
public import Foundation

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler
open class BGTaskScheduler: @unchecked Sendable {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/shared
extension BGTaskScheduler {
  public class var shared: BGTaskScheduler { fatalError() }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:)
extension BGTaskScheduler {
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { fatalError() }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:)
extension BGTaskScheduler {
  public func submit(_ taskRequest: BGTaskRequest) throws {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/cancel(taskrequestwithidentifier:)
extension BGTaskScheduler {
  public func cancel(taskRequestWithIdentifier identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask
open class BGTask {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask/expirationhandler
extension BGTask {
  public var expirationHandler: (() -> Void)? {
    get { nil }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtask/settaskcompleted(success:)
extension BGTask {
  public func setTaskCompleted(success: Bool) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest
open class BGTaskRequest {
  init() {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/earliestbegindate
extension BGTaskRequest {
  public var earliestBeginDate: Date? {
    get { nil }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/init(identifier:)
open class BGProcessingTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresnetworkconnectivity
extension BGProcessingTaskRequest {
  public var requiresNetworkConnectivity: Bool {
    get { false }
    set {}
  }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresexternalpower
extension BGProcessingTaskRequest {
  public var requiresExternalPower: Bool {
    get { false }
    set {}
  }
}
