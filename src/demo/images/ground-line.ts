// The nearest ground, where subjects stand.
import { layerNoise } from './outlines'
import type { DrawingStage } from './stage'

/** The nearest ground, where subjects stand; how high it lies at x. */
export function groundAt({ scene, unit, time }: DrawingStage): (x: number) => number {
  const noise = layerNoise(scene.seed ^ 0x91, 0.4, 2)
  const base = scene.setting === 'sea' ? 0.94 : scene.setting === 'city' ? 0.93 : 0.85
  return (x) => base + noise((x / unit) * 0.9 + time * 0.012) * 0.025
}
