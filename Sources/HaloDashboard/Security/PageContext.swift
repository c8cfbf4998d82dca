#if Dashboard
  import Hummingbird
  import NIOCore

  /// A request's context: its address, its connection and its session.
  struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The client's address.
    let address: String
    /// The client's connection.
    let channel: any Channel
    /// The browser session; `nil` if the request is not signed in.
    var session: BrowserSessions.BrowserSession?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      channel = source.channel
      address = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
  }
#endif
