#if Dashboard
  import Hummingbird
  import NIOCore
  import NIOHTTPTypes

  /// Closes connections of who is too slow: who connects and asks nothing, sends a request byte by byte, or does not read its answer. An
  /// answer that takes its time, as a stream of events does, is waited for.
  final class Patience: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long each may take.
    struct Limits: Sendable {
      /// Until a request begins: from connecting, or from the last answer on.
      var idle = TimeAmount.seconds(30)
      /// Until a request is whole, however large it is.
      var request = TimeAmount.seconds(120)
      /// Until something is read again of an answer that fills all buffers.
      var reading = TimeAmount.seconds(30)
      /// Bytes of a request.
      var bytes = 300 << 20
      /// Bytes that may follow once a request is answered, before it is whole: enough for an ordinary request that was refused, so that its
      /// connection stays usable. Hummingbird would read on to the end, however far that is.
      var unreadBytes = 64 << 10
      /// How long those may take.
      var unread = TimeAmount.seconds(5)
    }

    private let limits: Limits
    private let crowd: Crowd
    private var timer: Scheduled<Void>?
    private var reading: Scheduled<Void>?
    /// Bytes of the request that is read now, and how many it may have.
    private var count = 0
    private var most: Int
    /// Requests that are not answered in full, and whether the latest one is whole. An answer may be there before its question is, and
    /// the next question before the answer.
    private var unanswered = 0
    private var isWhole = true

    init(_ limits: Limits = Limits(), _ crowd: Crowd) {
      self.limits = limits
      self.crowd = crowd
      most = limits.bytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
      crowd.add(context.channel)
      wait(limits.idle, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      crowd.remove(context.channel)
      timer?.cancel()
      reading?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      reading?.cancel()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head:
        count = 0
        most = limits.bytes
        unanswered += 1
        isWhole = false
        wait(limits.request, context)
      case .body(let buffer):
        count += buffer.readableBytes
        guard count <= most else { return context.close(promise: nil) }
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
#endif
