// A WAV file for tests: a sine tone of a given length.

/** 16 kHz, mono, 16 bits. */
export function toneWav(seconds: number): Buffer {
  const rate = 16_000
  const samples = Math.round(seconds * rate)
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at += 1) {
    wav.writeInt16LE(Math.round(12_000 * Math.sin((at * 2 * Math.PI * 440) / rate)), 44 + at * 2)
  }
  return wav
}
