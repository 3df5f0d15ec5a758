// Variations: numbers equal requests that run concurrently, and changes the picture for each number.
import { numberField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { createYield } from '../pace'
import { hashText } from '../seed'
import { changeContrast, type Edit, expose } from './edits'
import type { Pixels } from './pixels'
import type { Scene } from './scene'

interface VariationClaim {
  /** 0 for the first one, and for one without concurrent requests. */
  readonly index: number
  readonly release: () => void
}

export interface VariationNumbers {
  /** Equal texts are the same request. */
  claim(request: string): VariationClaim
}

/** Increases the number while requests are in progress. Only then are numbers not reused. */
export function createVariationNumbers(): VariationNumbers {
  const running = new Map<string, { started: number; active: number }>()
  return {
    claim(request) {
      const group = running.get(request) ?? { started: 0, active: 0 }
      running.set(request, group)
      const index = group.started
      group.started += 1
      group.active += 1
      return {
        index,
        release() {
          group.active -= 1
          if (group.active === 0) running.delete(request)
        },
      }
    },
  }
}

/** Returns 0 for the first picture. */
export function readVariation({ config }: Generation, variationIndex: number): number {
  const seed = numberField(config, 'seed')
  return seed === undefined ? variationIndex : hashText(`${seed} ${variationIndex}`)
}

export function varyScene(scene: Scene, variation: number): Scene {
  return variation === 0 ? scene : { ...scene, seed: (scene.seed ^ Math.imul(variation, 0x9e3779b1)) >>> 0 }
}

interface Mood {
  /** Follows “This variation”. */
  readonly predicate: string
  readonly edit: Edit
}

const moods: readonly Mood[] = [
  { predicate: 'is a little brighter', edit: expose(1.15) },
  { predicate: 'is a little darker', edit: expose(0.85) },
  { predicate: 'has more contrast', edit: changeContrast(1.3) },
  { predicate: 'has less contrast', edit: changeContrast(0.75) },
  { predicate: 'is much brighter', edit: expose(1.35) },
  { predicate: 'is much darker', edit: expose(0.65) },
  { predicate: 'has much more contrast', edit: changeContrast(1.7) },
]

function moodOf(variation: number): Mood | undefined {
  return variation === 0 ? undefined : moods[(variation - 1) % moods.length]
}

export function varyPicture(pixels: Pixels, variation: number): Promise<Pixels> {
  const mood = moodOf(variation)
  return mood ? mood.edit(pixels, createYield()) : Promise.resolve(pixels)
}

/** Follows the description of the picture. */
export function describeVariation(variation: number): string {
  const mood = moodOf(variation)
  return mood ? ` This variation ${mood.predicate}.` : ''
}
