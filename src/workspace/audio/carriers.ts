// Which container each kind of sound travels in: the upstream tells files by the ending of their names (wire §8).
import {
  type AudioCodec,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** How a sound is called, without the dot. */
export type SoundExtension = 'flac' | 'mp3' | 'mpga' | 'm4a' | 'ogg' | 'wav' | 'webm'

export const soundTypes: Readonly<Record<SoundExtension, string>> = {
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'audio/webm',
}

const carriers: Partial<Record<AudioCodec, SoundExtension>> = {
  aac: 'm4a',
  ac3: 'm4a',
  eac3: 'm4a',
  mp3: 'mp3',
  flac: 'flac',
  opus: 'webm',
  vorbis: 'webm',
}

/** Undefined where no container that the upstream takes can hold it. Its own is kept where that can. */
export function findCarrier(codec: AudioCodec, own: SoundExtension | undefined): SoundExtension | undefined {
  if (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw') return 'wav'
  if ((codec === 'opus' || codec === 'vorbis') && own === 'ogg') return 'ogg'
  if (codec === 'mp3' && own === 'mpga') return 'mpga'
  return carriers[codec]
}

export function makeFormat(extension: SoundExtension): OutputFormat {
  switch (extension) {
    case 'flac':
      return new FlacOutputFormat()
    case 'mp3':
      return new Mp3OutputFormat()
    case 'mpga':
      // Its first frame, which tells the length, would be of the third layer.
      return new Mp3OutputFormat({ xingHeader: false })
    case 'm4a':
      return new Mp4OutputFormat({ fastStart: false })
    case 'ogg':
      return new OggOutputFormat()
    case 'wav':
      return new WavOutputFormat()
    case 'webm':
      return new WebMOutputFormat()
  }
}
