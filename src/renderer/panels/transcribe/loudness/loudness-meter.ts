// Measures loudness from decoded audio, storing a few numbers for each step and none of the audio.
import { type Loudness, lowestDecibels, toLevel } from '#shared/audio/loudness'

/** Milliseconds: short enough for the pauses between words. */
const loudnessStep = 20

/** Amplitudes from −1 to 1, one array for each channel. */
export interface DecodedPiece {
  /** Seconds from the start; audio before 0 is not measured. */
  readonly at: number
  readonly sampleRate: number
  readonly channels: readonly Float32Array[]
}

interface LoudnessMeter {
  add(piece: DecodedPiece): void
  /** Undefined if there was no audio, not even silence. */
  finish(): Loudness | undefined
}

export function createLoudnessMeter(): LoudnessMeter {
  const steps: Steps = { peaks: [], squares: [], counts: [] }
  let seconds = 0

  function add({ at, sampleRate, channels }: DecodedPiece) {
    const count = channels[0]?.length ?? 0
    const end = at + count / sampleRate
    if (!(end > 0)) return
    seconds = Math.max(seconds, end)
    addSteps(steps, countSteps(end))
    let from = Math.max(0, Math.round(-at * sampleRate))
    while (from < count) {
      const step = Math.floor(at * perSecond + (from / sampleRate) * perSecond + rounding)
      const next = Math.ceil(((step + 1) / perSecond - at) * sampleRate - rounding)
      const to = Math.min(count, Math.max(next, from + 1))
      for (const channel of channels) measure(steps, step, channel.subarray(from, to))
      from = to
    }
  }

  function finish() {
    const length = countSteps(seconds)
    if (length === 0) return undefined
    const peaks = Uint8Array.from(steps.peaks.slice(0, length), (peak) =>
      Math.min(255, Math.round(peak * 255)),
    )
    const levels = Uint8Array.from(steps.squares.slice(0, length), (squares, step) =>
      toLevel(toMeanDecibels(squares, steps.counts[step] ?? 0)),
    )
    return { step: loudnessStep, seconds, peaks, levels }
  }

  return { add, finish }
}

const perSecond = 1000 / loudnessStep
/** Compensates inexact fractions of a second; shorter than any sample. */
const rounding = 1e-6

function countSteps(seconds: number): number {
  return Math.ceil(seconds * perSecond - rounding)
}

type Steps = Readonly<Record<'peaks' | 'squares' | 'counts', number[]>>

/** Silent until they are measured. */
function addSteps(steps: Steps, length: number) {
  for (const values of Object.values(steps)) while (values.length < length) values.push(0)
}

/** The hot loop: one hour of audio has 300 million amplitudes. */
function measure({ peaks, squares, counts }: Steps, step: number, amplitudes: Float32Array) {
  let peak = peaks[step] ?? 0
  let sum = 0
  for (let at = 0; at < amplitudes.length; at += 1) {
    const amplitude = Math.abs(amplitudes[at] ?? 0)
    if (amplitude > peak) peak = amplitude
    sum += amplitude * amplitude
  }
  peaks[step] = peak
  // A damaged piece may contain NaN: it must not affect its step.
  squares[step] = (squares[step] ?? 0) + (Number.isFinite(sum) ? sum : 0)
  counts[step] = (counts[step] ?? 0) + amplitudes.length
}

function toMeanDecibels(squares: number, count: number): number {
  return count === 0 || squares === 0 ? lowestDecibels : 10 * Math.log10(squares / count)
}
