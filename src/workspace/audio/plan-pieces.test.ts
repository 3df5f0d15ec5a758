// Planning the pieces of long recordings, and estimating speech from loudness.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Loudness } from '#shared/audio/loudness'
import { makeLoudness, seeded } from './audio.fixture'
import { estimateSpeech, type PlannedPiece, planAudiblePieces, planPieces } from './plan-pieces'

const limits = { bytes: 26_214_400, seconds: 1380 }

/** Speech of 2 to 8 seconds between pauses of 0.3 to 1.5 seconds; decibels of both. */
function makeSpeech(seed: number, { loud = -20, quiet = -60 }): (at: number) => number {
  const random = seeded(seed)
  const pauses: { readonly from: number; readonly to: number }[] = []
  for (let at = 0; at < 12_000_000; ) {
    const from = at + 2000 + random() * 6000
    const to = from + 300 + random() * 1200
    pauses.push({ from, to })
    at = to
  }
  let next = 0
  return (at) => {
    while (at >= (pauses[next]?.to ?? Number.POSITIVE_INFINITY)) next += 1
    const isPause = at >= (pauses[next]?.from ?? Number.POSITIVE_INFINITY)
    return isPause ? quiet + random() * 3 : loud - random() * 12
  }
}

function check(pieces: readonly PlannedPiece[], { seconds, bytes }: { seconds: number; bytes: number }) {
  const end = seconds * 1000
  expect(pieces[0]).toMatchObject({ from: 0, begins: 'start' })
  expect(Math.abs((pieces.at(-1)?.to ?? 0) - end)).toBeLessThanOrEqual(1)
  for (const [index, { from, to, begins }] of pieces.entries()) {
    expect(Number.isInteger(from) && Number.isInteger(to)).toBe(true)
    expect(to).toBeGreaterThan(from)
    expect(to - from).toBeLessThanOrEqual(limits.seconds * 1000)
    expect(((to - from) / end) * bytes).toBeLessThanOrEqual(limits.bytes)
    const before = pieces[index - 1]
    if (!before) continue
    expect(from).toBe(begins === 'silence' ? before.to : before.to - 2000)
    expect(from).toBeGreaterThan(before.from)
  }
}

const profiles: Record<string, (seed: number) => (at: number) => number> = {
  speech: (seed) => makeSpeech(seed, {}),
  'very quiet speech': (seed) => makeSpeech(seed, { loud: -58, quiet: -85 }),
  'very loud speech in noise': (seed) => makeSpeech(seed, { loud: -1, quiet: -28 }),
  'speech between digital silences': (seed) => makeSpeech(seed, { quiet: -96 }),
  silence: () => () => -96,
  'a steady tone': () => () => -12,
  noise: (seed) => {
    const random = seeded(seed)
    return () => -30 - random() * 2
  },
}

test('any recording is covered without a gap, each piece within the limits', () => {
  const recording = fc.record({
    profile: fc.constantFrom(...Object.keys(profiles)),
    seed: fc.nat(),
    seconds: fc.integer({ min: 1400, max: 10_400 }),
    bytes: fc.integer({ min: 8_000_000, max: 200_000_000 }),
  })
  fc.assert(
    fc.property(recording, ({ profile, seed, seconds, bytes }) => {
      const loudness = makeLoudness(seconds, profiles[profile]?.(seed) ?? (() => 0))
      for (const known of [loudness, null])
        check(planPieces({ bytes, seconds, loudness: known, limits }), { seconds, bytes })
    }),
    { numRuns: 25 },
  )
})

test.each(['speech', 'very quiet speech', 'very loud speech in noise', 'speech between digital silences'])(
  '%s is cut in its pauses',
  (name) => {
    const decibels = profiles[name]?.(11) ?? (() => 0)
    const loudness = makeLoudness(7200, decibels)
    const pieces = planPieces({ bytes: 1e8, seconds: 7200, loudness, limits })
    expect(pieces.slice(1).map(({ begins }) => begins)).toEqual(pieces.slice(1).map(() => 'silence'))
    for (const { from } of pieces.slice(1)) expect(isPause(loudness, from)).toBe(true)
  },
)

/** Whether the levels of the 200 ms around are in the lower half of the range. */
function isPause({ levels, step }: Loudness, at: number): boolean {
  const middle = (Math.min(...levels.slice(0, 10_000)) + Math.max(...levels.slice(0, 10_000))) / 2
  const around = levels.subarray(Math.floor((at - 100) / step), Math.ceil((at + 100) / step))
  return around.every((level) => level < middle)
}

test('does not cut the words of a quiet speaker next to a loud one', () => {
  const [quiet, loud] = [makeSpeech(5, { loud: -45, quiet: -75 }), makeSpeech(5, { loud: -10, quiet: -75 })]
  const decibels = (at: number) => (Math.floor(at / 60_000) % 2 === 0 ? quiet(at) : loud(at))
  const loudness = makeLoudness(4000, decibels)
  const pieces = planPieces({ bytes: 1e6, seconds: 4000, loudness, limits })
  for (const { from } of pieces.slice(1)) expect(loudness.levels[Math.floor(from / 20)]).toBeLessThan(70)
})

test('cuts a recording without pauses at its quietest moment, with an overlap', () => {
  const loudness = makeLoudness(2000, (at) => (at >= 900_000 && at < 900_100 ? -17 : -12))
  expect(planPieces({ bytes: 1e6, seconds: 2000, loudness, limits })).toEqual([
    { from: 0, to: expect.toSatisfy((to: number) => to > 900_000 && to < 900_100), begins: 'start' },
    { from: expect.any(Number), to: 2_000_001, begins: 'speech' },
  ])
})

test('a recording within both limits is one piece, to the last byte and second', () => {
  const options = { bytes: limits.bytes, seconds: limits.seconds, loudness: null, limits }
  expect(planPieces(options)).toEqual([{ from: 0, to: 1_380_001, begins: 'start' }])
  expect(planPieces({ ...options, bytes: limits.bytes + 1 }).length).toBe(2)
  expect(planPieces({ ...options, seconds: limits.seconds + 0.1 }).length).toBe(2)
})

test('pieces have about the same length', () => {
  const pieces = planPieces({ bytes: 1e6, seconds: 1400, loudness: null, limits })
  expect(pieces).toEqual([
    { from: 0, to: 700_001, begins: 'start' },
    { from: 698_001, to: 1_400_001, begins: 'speech' },
  ])
})

test('prefers longer pauses', () => {
  const decibels = (at: number) => {
    if (at >= 1_000_000 && at < 1_000_300) return -60
    if (at >= 800_000 && at < 801_000) return -60
    return at % 5000 < 400 && at < 500_000 ? -60 : -20
  }
  const loudness = makeLoudness(2000, decibels)
  const [first] = planPieces({ bytes: 1e6, seconds: 2000, loudness, limits })
  expect(first?.to).toBeGreaterThan(800_300)
  expect(first?.to).toBeLessThan(800_700)
})

test('plans with loudness that is shorter than the recording', () => {
  const loudness = makeLoudness(100, () => -20)
  check(planPieces({ bytes: 1e6, seconds: 5000, loudness, limits }), { bytes: 1e6, seconds: 5000 })
})

/** Speech in the first 1.5 of each 2.5 seconds. */
const bursts = (loud: number, quiet: number) => (at: number) => (at % 2500 < 1500 ? loud : quiet)

test.each([
  [-20, -60],
  [-55, -80],
  [-3, -30],
  [-20, -96],
])('distinguishes speech at %d dB from noise at %d dB', (loud, quiet) => {
  const parts = estimateSpeech(makeLoudness(30, bursts(loud, quiet)), 5000, 12_500)
  const rounded = parts.map(({ from, to }) => [from, to].map((at) => Math.round(at / 250) * 250))
  expect(rounded).toEqual([
    [5000, 6500],
    [7500, 9000],
    [10_000, 11_500],
  ])
})

test('a short breath belongs to its sentence, and a click is not speech', () => {
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

test('silence, a steady tone, and a span beyond the measured loudness count as speech', () => {
  const speechOf = (seconds: number, level: number, [from, to]: [number, number]) =>
    estimateSpeech(
      makeLoudness(seconds, () => level),
      from,
      to,
    )
  for (const level of [-96, -10])
    expect(speechOf(60, level, [1000, 9000])).toEqual([{ from: 1000, to: 9000 }])
  expect(speechOf(5, -20, [20_000, 30_000])).toEqual([{ from: 20_000, to: 30_000 }])
})

test('only long silences are skipped, in loud and in quiet parts, and never quiet speech', () => {
  const seconds = 1300
  const random = seeded(5)
  /** Decibels: the second half is 25 dB quieter, with 10 silent seconds in every 100, and noise. */
  const decibels = (at: number) => {
    const isSilent = at % 100_000 >= 90_000
    const speech = at < 650_000 ? -15 : -40
    return isSilent ? -70 + random() * 3 : speech - random() * 12
  }
  const loudness = makeLoudness(seconds, decibels)
  const pieces = planAudiblePieces({ bytes: 1_000_000, seconds, loudness, limits })
  expect(pieces).toHaveLength(13)
  for (const [index, { from, to }] of pieces.entries()) {
    expect(Math.abs(from - (index === 0 ? 0 : index * 100_000 - 500))).toBeLessThan(100)
    expect(Math.abs(to - (index * 100_000 + 90_500))).toBeLessThan(100)
  }
  const speech = makeLoudness(seconds, makeSpeech(3, {}))
  expect(planAudiblePieces({ bytes: 1_000_000, seconds, loudness: speech, limits })).toEqual(
    planPieces({ bytes: 1_000_000, seconds, loudness: speech, limits }),
  )
})
