// Peaks folded into few bars.
import { expect, test } from 'vitest'
import { foldPeaks } from './loudness-profile'

test('foldPeaks retains every peak, at any position', () => {
  const peaks = new Uint8Array(1000)
  for (const at of [0, 333, 999]) {
    peaks.fill(0)
    peaks[at] = 255
    expect(foldPeaks(peaks, 7).filter((peak) => peak === 1).length).toBe(1)
  }
})

test('foldPeaks returns few peaks or none unchanged', () => {
  expect(foldPeaks(Uint8Array.of(0, 51, 255), 2000)).toEqual(Float32Array.of(0, 0.2, 1))
  expect(foldPeaks(new Uint8Array(), 10)).toEqual(new Float32Array())
})
