// Renders scenes as short videos, one after the other, and caches the last few for polling and downloading.

import type { Buffer } from 'node:buffer'
import type { RequestSignal } from '#shared/wire/http'
import { type Canvas, createCanvas } from '../images/canvas'
import { drawScene } from '../images/draw-scene'
import type { Pixels } from '../images/pixels'
import { createYield } from '../pace'
import { createVideoEncoder } from './h264/video-encoder'
import { type FramePixels, readFileId, sizeOf, type VideoPlan } from './video-plan'

const rate = 24

/** Frames for which a picture is shown: large ones take long to encode, and the duration must stay. */
const framesPerPicture = { auto: 2, '720p': 3, '1080p': 6, '4k': 24 } as const

async function renderVideo(
  plan: VideoPlan,
  signal: RequestSignal,
  frames: FramePixels = new Map(),
): Promise<Buffer> {
  const { width, height } = sizeOf(plan)
  const canvas = createCanvas(width, height)
  const video = createVideoEncoder({ width, height, rate })
  const maybeYield = createYield()
  const count = plan.seconds * rate
  for (let index = 0; index < count && !signal.aborted; index += 1) {
    const isNew = index % framesPerPicture[plan.resolution] === 0 || index === count - 1
    if (isNew) await drawPicture(plan, { index, frames, signal }, canvas)
    await (isNew ? video.add(canvas, maybeYield) : video.repeat(canvas, maybeYield))
    await maybeYield()
  }
  return video.finish()
}

interface PictureOptions {
  readonly index: number
  readonly frames: FramePixels
  readonly signal: RequestSignal
}

/** The first and the last picture are exactly the requested ones; between them, they fade into the scene. */
export async function drawPicture(
  plan: VideoPlan,
  { index, frames, signal }: PictureOptions,
  canvas: Canvas,
): Promise<void> {
  const { width, height } = canvas
  await drawScene(plan.scene, { width, height, time: 2 + index / rate, signal }, canvas)
  const fade = (distance: number) => Math.max(0, 1 - distance / (fadeSeconds * rate))
  const last = plan.seconds * rate - 1
  blend(canvas, frames.get(plan.first ?? ''), fade(index))
  blend(canvas, frames.get(plan.last ?? ''), fade(last - index))
}

const fadeSeconds = 1.5

function blend({ bytes }: Canvas, frame: Pixels | undefined, share: number): void {
  if (!frame || share === 0) return
  for (let at = 0; at < bytes.length; at += 1) {
    const value = bytes[at] ?? 0
    bytes[at] = value + ((frame.bytes[at] ?? 0) - value) * share
  }
}

export interface VideoRenderer {
  /** Keeps the first and last frame of a video until it is rendered. */
  readonly addFrames: (frames: FramePixels) => void
  /** Whether all frames of the plan are there: they are lost when the service restarts. */
  readonly hasFrames: (plan: VideoPlan) => boolean
  /** Starts rendering the file's video, unless it has started. */
  readonly start: (fileId: string) => void
  readonly isReady: (fileId: string) => boolean
  /** Returns undefined if the id is not a video. */
  readonly read: (fileId: string) => Promise<Buffer | undefined>
}

interface Rendering {
  readonly bytes: Promise<Buffer | undefined>
  ready: boolean
}

/** About 2 MB each. */
const maxCached = 8

/** First and last frames of as many videos. */
const maxFrames = 16

export function createVideoRenderer(): VideoRenderer {
  const renderings = new Map<string, Rendering>()
  const frames = new Map<string, Pixels>()
  const neverAborted = new AbortController().signal
  let last: Promise<unknown> = Promise.resolve()

  function startRendering(fileId: string): Rendering {
    const plan = readFileId(fileId)
    const bytes = last.then(() => (plan ? renderVideo(plan, neverAborted, frames) : undefined))
    const rendering: Rendering = { bytes, ready: false }
    last = bytes.then(
      () => {
        rendering.ready = true
      },
      () => renderings.delete(fileId),
    )
    return rendering
  }

  function find(fileId: string): Rendering {
    const rendering = renderings.get(fileId) ?? startRendering(fileId)
    renderings.delete(fileId)
    renderings.set(fileId, rendering)
    const [oldest] = renderings.keys()
    if (renderings.size > maxCached && oldest !== undefined) renderings.delete(oldest)
    return rendering
  }

  return {
    addFrames: (added) => {
      for (const [key, pixels] of added) frames.set(key, pixels)
      for (const key of [...frames.keys()].slice(0, -maxFrames)) frames.delete(key)
    },
    hasFrames: ({ first, last }) => [first, last].every((key) => key === undefined || frames.has(key)),
    start: (fileId) => void find(fileId),
    isReady: (fileId) => find(fileId).ready,
    read: (fileId) => find(fileId).bytes,
  }
}
