// Renders a scene as a short video: each frame drawn a moment later, encoded, put into an MP4 file.
import type { Buffer } from 'node:buffer'
import { createCanvas } from '../images/canvas'
import { drawScene } from '../images/draw-scene'
import { createBreath } from '../pace'
import { createEncoder, type EncodedFrame } from './h264/encode'
import { writeMp4 } from './mp4'
import type { VideoPlan } from './video-plan'

const rate = 24

export async function renderVideo(plan: VideoPlan, signal: AbortSignal): Promise<Buffer> {
  const { width, height } = sizeOf(plan)
  const canvas = createCanvas(width, height)
  const encoder = createEncoder({ width, height, qp: 21, keyEvery: rate * 2 })
  const breathe = createBreath()
  const frames: EncodedFrame[] = []
  for (let index = 0; index < plan.seconds * rate && !signal.aborted; index += 1) {
    await drawScene(plan.scene, { width, height, time: 2 + index / rate, signal }, canvas)
    frames.push(await encoder.encode(canvas, breathe))
    await breathe()
  }
  const { sequenceSet, pictureSet } = encoder
  return writeMp4({ width, height, rate, sequenceSet, pictureSet, frames })
}

/** A modest size for each resolution that can be asked for: the demo draws on one processor core. */
function sizeOf({ aspectRatio, resolution }: VideoPlan): { width: number; height: number } {
  const [long, short] = resolution === '720p' ? [640, 360] : [960, 540]
  return aspectRatio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}
