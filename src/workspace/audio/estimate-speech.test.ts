// Which parts of a span are spoken, as far as loudness tells.
import { expect, test } from 'vitest'
import { estimateSpeech } from './estimate-speech'
import { makeLoudness } from './sounds.fixture'

/** Speech in the first 1.5 of each 2.5 seconds. */
const bursts = (loud: number, quiet: number) => (at: number) => (at % 2500 < 1500 ? loud : quiet)

test.each([
  [-20, -60],
  [-55, -80],
  [-3, -30],
  [-20, -96],
])('speech at %d dB over noise at %d dB is told from the pauses', (loud, quiet) => {
  const parts = estimateSpeech(makeLoudness(30, bursts(loud, quiet)), 5000, 12_500)
  const rounded = parts.map(({ from, to }) => [from, to].map((at) => Math.round(at / 250) * 250))
  expect(rounded).toEqual([
    [5000, 6500],
    [7500, 9000],
    [10_000, 11_500],
  ])
})

test('a short breath belongs to its sentence, and a click is no speech', () => {
  const decibels = (at: number) => {
    if (at >= 2000 && at < 2200) return -70
    if (at >= 6000 && at < 6020) return -15
    return at < 5000 ? -20 : -70
  }
  const parts = estimateSpeech(makeLoudness(10, decibels), 0, 10_000)
  expect(parts.map(({ from, to }) => [Math.round(from / 200) * 200, Math.round(to / 200) * 200])).toEqual([
    [0, 5200],
  ])
})

test.each([
  ['silence', -96],
  ['a steady tone', -10],
])('in %s all of the span counts', (_, level) => {
  expect(
    estimateSpeech(
      makeLoudness(60, () => level),
      1000,
      9000,
    ),
  ).toEqual([{ from: 1000, to: 9000 }])
})

test('a span beyond what was measured counts as a whole', () => {
  expect(
    estimateSpeech(
      makeLoudness(5, () => -20),
      20_000,
      30_000,
    ),
  ).toEqual([{ from: 20_000, to: 30_000 }])
})
