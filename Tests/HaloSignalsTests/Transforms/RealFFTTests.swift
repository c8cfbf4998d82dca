import Foundation
import HaloSignals
import Testing

struct RealFFTTests {
  @Test func `transforms as NumPy does`() throws {
    var transform = try #require(RealFFT(count: 32))
    var result: [(Double, Double)] = []
    transform.transform(FilterTests.signal) { bin, real, imaginary in
      #expect(bin == result.count)
      result.append((real, imaginary))
    }
    #expect(result.count == 17)
    let expected = [
      (0, 107.1275827894548, 0.0), (1, 1.1526349724539755, 4.640000255471726),
      (5, 0.011094477198305253, 0.20755157408354874), (16, 0.6627779191717522, 0.0),
    ]
    for (bin, real, imaginary) in expected {
      #expect(abs(result[bin].0 - real) < 1e-11)
      #expect(abs(result[bin].1 - imaginary) < 1e-11)
    }
  }

  @Test(arguments: [2, 4, 8, 64, 1024]) func `every length is the definition`(_ count: Int) throws {
    var transform = try #require(RealFFT(count: count))
    let samples = (0..<count).map { sin(Double($0 * $0)) }
    var power: [Double] = []
    transform.power(of: samples, into: &power)
    #expect(power.count == transform.bins)
    for bin in [0, 1, count / 4, count / 2] {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * Double(bin * index % count) / Double(count)
        real += sample * cos(angle)
        imaginary -= sample * sin(angle)
      }
      #expect(abs(power[bin] - (real * real + imaginary * imaginary)) < 1e-8)
    }
  }

  @Test func `short signals are filled with zeros`() throws {
    var transform = try #require(RealFFT(count: 16))
    var (short, filled): ([Double], [Double]) = ([], [])
    transform.power(of: [1, 2, 3], into: &short)
    transform.power(of: [1, 2, 3] + Array(repeating: 0, count: 13), into: &filled)
    #expect(short == filled)
  }

  @Test(arguments: [-8, 0, 1, 3, 100]) func `rejects lengths that are not a power of two`(_ count: Int) {
    #expect(RealFFT(count: count) == nil)
  }
}
