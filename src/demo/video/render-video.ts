// Renders scenes as short videos, one after the other, and caches the last few for polling and downloading.
import type { Buffer } from 'node:buffer'
import { createCanvas } from '../images/canvas'
import { drawScene } from '../images/draw-scene'
import { createYield } from '../pace'
import { createVideoEncoder } from './h264/video-encoder'
import { readFileId, type VideoPlan } from './video-plan'

const rate = 24

export async function renderVideo(plan: VideoPlan, signal: AbortSignal): Promise<Buffer> {
  const { width, height } = sizeOf(plan)
  const canvas = createCanvas(width, height)
  const video = createVideoEncoder({ width, height, rate })
  const maybeYield = createYield()
  for (let index = 0; index < plan.seconds * rate && !signal.aborted; index += 1) {
    await drawScene(plan.scene, { width, height, time: 2 + index / rate, signal }, canvas)
    await video.add(canvas, maybeYield)
    await maybeYield()
  }
  return video.finish()
}

/** A small size for each resolution, because the demo renders on one processor core. */
function sizeOf({ aspectRatio, resolution }: VideoPlan): { width: number; height: number } {
  const [long, short] = resolution === '720p' ? [640, 360] : [960, 540]
  return aspectRatio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}

export interface VideoRenderer {
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

export function createVideoRenderer(): VideoRenderer {
  const renderings = new Map<string, Rendering>()
  const neverAborted = new AbortController().signal
  let last: Promise<unknown> = Promise.resolve()

  function startRendering(fileId: string): Rendering {
    const plan = readFileId(fileId)
    const bytes = last.then(() => (plan ? renderVideo(plan, neverAborted) : undefined))
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
    start: (fileId) => void find(fileId),
    isReady: (fileId) => find(fileId).ready,
    read: (fileId) => find(fileId).bytes,
  }
}
