// Encodes pictures as a video: H.264 in an MP4 file.
import type { Buffer } from 'node:buffer'
import type { Pixels } from '../../images/pixels'
import type { YieldToEventLoop } from '../../pace'
import { createEncoder, type EncodedFrame } from './encode'
import { writeMp4 } from './mp4'

interface VideoEncoder {
  readonly add: (picture: Pixels, maybeYield: YieldToEventLoop) => Promise<void>
  /** Shows the last picture for another frame. */
  readonly repeat: (picture: Pixels, maybeYield: YieldToEventLoop) => Promise<void>
  /** Returns the file. */
  readonly finish: () => Buffer
}

/** `rate` is in frames per second. */
export function createVideoEncoder(size: { width: number; height: number; rate: number }): VideoEncoder {
  const { sequenceSet, pictureSet, encode, repeat } = createEncoder({
    ...size,
    qp: 21,
    keyEvery: size.rate * 2,
  })
  const frames: EncodedFrame[] = []
  return {
    add: async (picture, maybeYield) => {
      frames.push(await encode(picture, maybeYield))
    },
    repeat: async (picture, maybeYield) => {
      frames.push(repeat() ?? (await encode(picture, maybeYield)))
    },
    finish: () => writeMp4({ ...size, sequenceSet, pictureSet, frames }),
  }
}
