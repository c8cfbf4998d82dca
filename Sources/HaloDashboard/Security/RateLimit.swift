import Synchronization

/// A token-bucket rate limiter with one bucket per key: capacity `burst`, refill `perSecond`.
final class RateLimit: Sendable {
  private struct Bucket {
    var level: Double
    var time: ContinuousClock.Instant
  }

  private let burst: Double
  private let perSecond: Double
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Above this number of keys, full buckets are dropped.
  private static let most = 1000

  init(
    burst: Double, perSecond: Double,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.burst = burst
    self.perSecond = perSecond
    self.now = now
  }

  /// Takes one token from the bucket of `who`. Returns false if the bucket is empty.
  func allows(_ who: String) -> Bool {
    let time = now()
    return buckets.withLock { buckets in
      if buckets.count > Self.most {
        buckets = buckets.filter { level($0.value, at: time) < burst }
        // If clients keep changing keys, drop all buckets to bound memory.
        if buckets.count > Self.most { buckets = [:] }
      }
      var bucket = buckets[who] ?? Bucket(level: burst, time: time)
      bucket = Bucket(level: level(bucket, at: time), time: time)
      let isAllowed = bucket.level >= 1
      if isAllowed { bucket.level -= 1 }
      buckets[who] = bucket
      return isAllowed
    }
  }

  private func level(_ bucket: Bucket, at time: ContinuousClock.Instant) -> Double {
    min(burst, bucket.level + (time - bucket.time) / .seconds(1) * perSecond)
  }
}
