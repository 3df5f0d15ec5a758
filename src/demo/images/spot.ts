// Where a subject stands in a picture, and what drawing one means.
import type { Shape } from './canvas'
import type { DrawingStage } from './stage'

/** Where a subject stands: its middle, its foot, and how tall it is. */
export interface Spot {
  readonly stage: DrawingStage
  readonly x: number
  readonly y: number
  readonly size: number
}

export type DrawSubject = (spot: Spot) => Generator<Shape>

/** Lamps are lit. */
export function isDark({ scene }: DrawingStage): boolean {
  return scene.daytime === 'night' || scene.daytime === 'dusk'
}
