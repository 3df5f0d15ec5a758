// Makes short samples, so that a first try needs no file: five vowels, sung on one note.

const sampleRate = 16_000
/** Hertz. */
const pitch = 120
/** Hertz of the first two formants: a, e, i, o, u. */
const vowels = [
  [800, 1200],
  [500, 1900],
  [300, 2300],
  [500, 900],
  [320, 800],
] as const
/** Seconds. */
const sungSeconds = 0.6
const silentSeconds = 0.4

export function makeSample(): File {
  return toFile('Five vowels.wav', vowels.flatMap(singWithPause))
}

/** Seconds of silence in the middle of the second sample. */
const longPauseSeconds = 8

/** The vowels twice, with a silence between them that is long enough to be skipped. */
export function makePausedSample(): File {
  const half = vowels.flatMap(singWithPause)
  return toFile('Vowels with a pause.wav', [...half, ...silence(longPauseSeconds), ...half])
}

function singWithPause(formants: readonly number[]): number[] {
  return [...singVowel(formants), ...silence(silentSeconds)]
}

function silence(seconds: number): number[] {
  return new Array(sampleRate * seconds).fill(0)
}

function toFile(name: string, samples: readonly number[]): File {
  return new File([toWave(samples)], name, { type: 'audio/wav' })
}

/** Harmonics of the pitch, stronger near a formant. */
function singVowel(formants: readonly number[]): number[] {
  const harmonics = Array.from({ length: 24 }, (_, at) => {
    const hertz = pitch * (at + 1)
    const strength = formants.map((formant) => Math.exp(-(((hertz - formant) / 180) ** 2)))
    return { hertz, strength: Math.max(0.05 / (at + 1), ...strength) }
  })
  const length = sampleRate * sungSeconds
  return Array.from({ length }, (_, at) => {
    // Fades in and out, so that it does not click.
    const envelope = Math.min(1, at / 800, (length - at) / 1600)
    const tone = harmonics.reduce(
      (sum, { hertz, strength }) => sum + strength * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
      0,
    )
    return envelope * tone * 0.12
  })
}

/** 16-bit PCM with one channel. */
function toWave(samples: readonly number[]): ArrayBuffer {
  const wave = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const writeText = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) wave.setUint8(at + index, text.charCodeAt(index))
  }
  writeText(0, 'RIFF')
  wave.setUint32(4, wave.byteLength - 8, true)
  writeText(8, 'WAVEfmt ')
  wave.setUint32(16, 16, true)
  wave.setUint16(20, 1, true)
  wave.setUint16(22, 1, true)
  wave.setUint32(24, sampleRate, true)
  wave.setUint32(28, sampleRate * 2, true)
  wave.setUint16(32, 2, true)
  wave.setUint16(34, 16, true)
  writeText(36, 'data')
  wave.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, at) => {
    wave.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  })
  return wave.buffer
}
