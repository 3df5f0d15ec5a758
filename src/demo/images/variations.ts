// Variations: numbers equal requests that run at the same time, and changes the picture for each number.
import { numberField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { createYield } from '../pace'
import { hashText } from '../seed'
import { changeContrast, type Edit, expose } from './edits'
import type { Pixels } from './pixels'
import type { Scene } from './scene'

interface Take {
  /** 0 for the first, and for one that is alone. */
  readonly index: number
  readonly release: () => void
}

export interface VariationNumbers {
  /** Equal texts are the same request. */
  claim(request: string): Take
}

/** Counts up as long as one of them runs: the number of one that has ended is not given again. */
export function createVariationNumbers(): VariationNumbers {
  const running = new Map<string, { begun: number; open: number }>()
  return {
    claim(request) {
      const group = running.get(request) ?? { begun: 0, open: 0 }
      running.set(request, group)
      const index = group.begun
      group.begun += 1
      group.open += 1
      return {
        index,
        release() {
          group.open -= 1
          if (group.open === 0) running.delete(request)
        },
      }
    },
  }
}

/** 0 is the picture itself. */
export function readVariation({ config }: Generation, take: number): number {
  const seed = numberField(config, 'seed')
  return seed === undefined ? take : hashText(`${seed} ${take}`)
}

export function varyScene(scene: Scene, variation: number): Scene {
  return variation === 0 ? scene : { ...scene, seed: (scene.seed ^ Math.imul(variation, 0x9e3779b1)) >>> 0 }
}

interface Mood {
  readonly name: string
  readonly edit: Edit
}

const moods: readonly Mood[] = [
  { name: 'a little brighter', edit: expose(1.15) },
  { name: 'a little darker', edit: expose(0.85) },
  { name: 'with more contrast', edit: changeContrast(1.3) },
  { name: 'with less contrast', edit: changeContrast(0.75) },
  { name: 'much brighter', edit: expose(1.35) },
  { name: 'much darker', edit: expose(0.65) },
  { name: 'with much more contrast', edit: changeContrast(1.7) },
]

function moodOf(variation: number): Mood | undefined {
  return variation === 0 ? undefined : moods[(variation - 1) % moods.length]
}

export function varyPicture(pixels: Pixels, variation: number): Promise<Pixels> {
  const mood = moodOf(variation)
  return mood ? mood.edit(pixels, createYield()) : Promise.resolve(pixels)
}

/** Follows what was said of the picture. */
export function describeVariation(variation: number): string {
  const mood = moodOf(variation)
  return mood ? ` This variation is ${mood.name}.` : ''
}
