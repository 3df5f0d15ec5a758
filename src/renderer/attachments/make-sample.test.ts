// The sample audio file.
import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import { makeSample } from './make-sample'

test('the sample is a readable WAV of five seconds, audible and not clipped', async () => {
  const sample = makeSample()
  const bytes = new Uint8Array(await sample.arrayBuffer())
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/wav' })
  expect({
    name: sample.name,
    container: format.container,
    seconds: format.duration,
    rate: format.sampleRate,
    channels: format.numberOfChannels,
  }).toEqual({ name: 'Five vowels.wav', container: 'WAVE', seconds: 5, rate: 16_000, channels: 1 })
  const samples = new Int16Array(bytes.slice(44).buffer)
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  expect([peak > 6000, peak < 32_767]).toEqual([true, true])
})
