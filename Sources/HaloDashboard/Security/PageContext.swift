#if Dashboard
  import Hummingbird
  import NIOCore

  /// What is known of a request beside what it says.
  struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address that it came from.
    let address: String
    /// The connection.
    let channel: any Channel
    /// The browser that sent it; `nil` where it was not let in.
    var session: Sessions.Session?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      channel = source.channel
      address = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
  }
#endif
