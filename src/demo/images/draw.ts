// Draws a scene into pixels, in slices between which other work goes on.
import { createBreath } from '../pace'
import { type Canvas, createCanvas, fillShape } from './canvas'
import { composeScene } from './compose'
import type { Scene } from './scene'

export interface Drawing {
  readonly width: number
  readonly height: number
  /** The moment, in seconds. */
  readonly time: number
  readonly signal: AbortSignal
}

/** Half drawn where `signal` was aborted. */
export async function drawScene(scene: Scene, drawing: Drawing, canvas?: Canvas): Promise<Canvas> {
  const { width, height, time, signal } = drawing
  const paper = canvas ?? createCanvas(width, height)
  const breathe = createBreath()
  for (const shape of composeScene(scene, width / height, time)) {
    for (const _ of fillShape(paper, shape)) {
      await breathe()
      if (signal.aborted) return paper
    }
    await breathe()
    if (signal.aborted) return paper
  }
  return paper
}
