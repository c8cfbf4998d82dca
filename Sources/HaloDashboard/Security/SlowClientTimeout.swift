import NIOCore
import NIOHTTPTypes

/// Closes connections of slow clients: no request, a request that arrives too slowly, or a response that is not read.
/// Also of clients that send many requests ahead.
/// Slow responses, for example event streams, do not count.
final class SlowClientTimeout: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The largest uploaded file, in bytes.
  static let largestFile = 4 << 30

  /// Timeouts and size limits.
  struct Limits: Sendable {
    /// Time until a request begins, from the connection or the last response.
    var idle = TimeAmount.seconds(30)
    /// Time until a request is complete, or has brought `part` more bytes.
    var request = TimeAmount.seconds(120)
    /// The bytes after which that time begins again: a large file may take longer, at 256 kB a second or more.
    var part = 30 << 20
    /// Time until the client reads on when all of the response's buffers are full.
    var reading = TimeAmount.seconds(30)
    /// Maximum size of a request, in bytes.
    var bytes = largestFile + 1 << 20
    /// Maximum bytes to read after a response to an incomplete request. This is enough for an ordinary refused
    /// request, so that its connection stays usable. Hummingbird itself would read to the end, without a limit.
    var unreadBytes = 64 << 10
    /// Time for reading those bytes.
    var unread = TimeAmount.seconds(5)
    /// Maximum number of requests without a response. Browsers wait for each response; a client that sends thousands
    /// of requests and reads nothing would fill the memory.
    var pipelined = 100
  }

  private let limits: Limits
  private let connectionLimiter: ConnectionLimiter
  private var timer: Scheduled<Void>?
  private var reading: Scheduled<Void>?
  /// Bytes of the current request, and their maximum.
  private var count = 0
  private var most: Int
  /// Number of requests without a complete response, and whether the latest request is complete. A response may be
  /// complete before its request, and the next request may arrive before the response.
  private var unanswered = 0
  private var isWhole = true
  private var isRefused = false

  init(_ limits: Limits = Limits(), _ connectionLimiter: ConnectionLimiter) {
    self.limits = limits
    self.connectionLimiter = connectionLimiter
    most = limits.bytes
  }

  func handlerAdded(context: ChannelHandlerContext) {
    connectionLimiter.add(context.channel)
    wait(limits.idle, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    connectionLimiter.remove(context.channel)
    timer?.cancel()
    reading?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head:
      count = 0
      most = limits.bytes
      unanswered += 1
      isWhole = false
      isRefused = unanswered > limits.pipelined
      guard !isRefused else { return context.close(promise: nil) }
      wait(limits.request, context)
    case .body(let buffer):
      let before = count
      count += buffer.readableBytes
      guard count <= most else { return context.close(promise: nil) }
      if count / limits.part > before / limits.part { wait(limits.request, context) }
    case .end:
      isWhole = true
      if unanswered > 0 { timer?.cancel() } else { wait(limits.idle, context) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      unanswered = max(unanswered - 1, 0)
      if unanswered == 0, isWhole {
        wait(limits.idle, context)
      } else if unanswered == 0 {
        most = min(limits.bytes, count + limits.unreadBytes)
        wait(limits.unread, context)
      }
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    reading?.cancel()
    if !context.channel.isWritable { reading = close(limits.reading, context) }
    context.fireChannelWritabilityChanged()
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = close(time, context)
  }

  private func close(_ time: TimeAmount, _ context: ChannelHandlerContext) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
