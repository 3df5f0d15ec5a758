// Loudness of hand-written amplitudes.
import { expect, test } from 'vitest'
import { toDecibels } from '#shared/audio/loudness'
import { createLoudnessMeter, type DecodedPiece } from './loudness-meter'

const sampleRate = 8000
const perStep = sampleRate / 50

function fill(length: number, amplitude: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => (at % 2 === 0 ? amplitude : -amplitude))
}

function measure(pieces: readonly DecodedPiece[]) {
  const meter = createLoudnessMeter()
  for (const piece of pieces) meter.add(piece)
  return meter.finish()
}

test('each step of 20 ms has its peak and its mean level', () => {
  const audio = new Float32Array(perStep * 3)
  audio.set(fill(perStep, 0.5), perStep)
  audio.set([1], perStep * 2 + 7)
  const loudness = measure([{ at: 0, sampleRate, channels: [audio] }])
  expect({ ...loudness, levels: undefined }).toEqual({
    step: 20,
    seconds: 0.06,
    peaks: Uint8Array.of(0, 128, 255),
    levels: undefined,
  })
  const [silent = 255, half = 0, click = 0] = loudness?.levels ?? []
  expect(silent).toBe(0)
  expect(toDecibels(half)).toBeCloseTo(-6.02, 0)
  // One full amplitude among 160 samples is 22 dB below full scale.
  expect(toDecibels(click)).toBeCloseTo(-22.04, 0)
})

test('the result does not depend on how the audio is cut into pieces', () => {
  const audio = Float32Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 11) * (at / 44_100))
  const whole = measure([{ at: 0, sampleRate: 44_100, channels: [audio] }])
  for (const length of [1, 441, 1024, 1152, 4096]) {
    const pieces: DecodedPiece[] = []
    for (let at = 0; at < audio.length; at += length) {
      pieces.push({ at: at / 44_100, sampleRate: 44_100, channels: [audio.subarray(at, at + length)] })
    }
    expect(measure(pieces)).toEqual(whole)
  }
})

test('channels are combined: the louder one sets the peak, and a silent one halves the level', () => {
  const mono = measure([{ at: 0, sampleRate, channels: [fill(perStep, 0.5)] }])
  const stereo = measure([{ at: 0, sampleRate, channels: [fill(perStep, 0.5), new Float32Array(perStep)] }])
  expect(stereo?.peaks).toEqual(mono?.peaks)
  expect(toDecibels(mono?.levels[0] ?? 0) - toDecibels(stereo?.levels[0] ?? 0)).toBeCloseTo(3, 0)
})

test('audio before the start is ignored, a gap is silent, and no audio gives no result', () => {
  const [before, after] = [fill(perStep, 1), fill(perStep, 0.5)]
  const loudness = measure([
    { at: -0.02, sampleRate, channels: [before] },
    { at: 0.04, sampleRate, channels: [after] },
  ])
  expect(loudness?.peaks).toEqual(Uint8Array.of(0, 0, 128))
  expect(measure([{ at: -0.02, sampleRate, channels: [before] }])).toBeUndefined()
  expect(measure([])).toBeUndefined()
})

test('NaN affects neither its step nor the others', () => {
  const audio = fill(perStep * 2, 0.5)
  audio[3] = Number.NaN
  expect(measure([{ at: 0, sampleRate, channels: [audio] }])?.peaks).toEqual(Uint8Array.of(128, 128))
})
