// Keyboard commands of the map; the point they lead to is announced.
import type { KeyboardEvent } from 'react'
import { announce } from '../../../state/announcement'
import { directions, findNext } from './find-points'
import { setMap, useMapSettings } from './map-settings'
import type { Coloring, Scene } from './scene'
import type { MapPoint } from './viewport'

/** The point under the pointer or the keys. */
export interface Pointed {
  readonly index: number
  /** On the stage, when it was pointed at. */
  readonly at: MapPoint
  readonly byPointer: boolean
  readonly points: Float32Array
}

interface StageKeys {
  readonly scene: Scene | null
  readonly points: Float32Array
  readonly coloring: Coloring
  readonly marks: { readonly chosen: number | null }
  readonly pointed: Pointed | null
  readonly setPointed: (pointed: Pointed | null) => void
  readonly describe: (index: number) => string
  readonly onSelect: (index: number) => void
  readonly onPick: (index: number) => void
  readonly onClear: () => void
}

export function useStageKeys(keys: StageKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const command = readStageKey(event)
    if (!command || !keys.scene || keys.points.length === 0) return
    event.preventDefault()
    carryOut(command, keys, keys.scene)
  }
}

function carryOut(command: StageCommand, keys: StageKeys, scene: Scene) {
  const { points, pointed, setPointed } = keys
  const goTo = (index: number) => setPointed({ index, at: scene.locate(index), byPointer: false, points })
  const stay = () => pointed && goTo(pointed.index)
  switch (command.kind) {
    case 'step': {
      const next = findStep(command.direction, keys)
      if (next === null) return
      scene.reveal(next)
      goTo(next)
      return announce(keys.describe(next))
    }
    case 'pan':
      scene.pan(command.by)
      return stay()
    case 'zoom':
      scene.zoom(command.factor)
      return stay()
    case 'reset':
      scene.reset()
      return stay()
    case 'choose':
      return pointed ? keys.onSelect(pointed.index) : undefined
    case 'pick':
      return pointed ? keys.onPick(pointed.index) : undefined
    case 'clear':
      return keys.onClear()
    case 'lasso':
      return setMap({ tool: useMapSettings.getState().tool === 'lasso' ? 'move' : 'lasso' })
  }
}

/** The first press comes to the chosen one, or to the first. */
function findStep(direction: MapPoint, { points, coloring, marks, pointed }: StageKeys): number | null {
  const { pickable } = coloring
  if (pointed) return findNext(points, { from: pointed.index, direction, among: pickable })
  if (marks.chosen !== null) return marks.chosen
  const first = pickable ? pickable.indexOf(1) : 0
  return first < 0 ? null : first
}

type StageCommand =
  | { readonly kind: 'step'; readonly direction: MapPoint }
  | { readonly kind: 'pan'; readonly by: MapPoint }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'reset' | 'choose' | 'pick' | 'clear' | 'lasso' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Pixels of one press. */
const stride = 80
const zoomStep = 1.4

const plain: Readonly<Record<string, StageCommand>> = {
  '+': { kind: 'zoom', factor: zoomStep },
  '=': { kind: 'zoom', factor: zoomStep },
  '-': { kind: 'zoom', factor: 1 / zoomStep },
  _: { kind: 'zoom', factor: 1 / zoomStep },
  '0': { kind: 'reset' },
  Enter: { kind: 'choose' },
  ' ': { kind: 'pick' },
  Escape: { kind: 'clear' },
  l: { kind: 'lasso' },
}

/** Null where the key is none of the map's. */
export function readStageKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): StageCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  const direction = Object.entries(directions).find(([name]) => name === key)?.[1]
  if (!direction) return plain[key.length === 1 ? key.toLowerCase() : key] ?? null
  // The map goes the other way than the eye.
  return shiftKey
    ? { kind: 'pan', by: { x: 0 - direction.x * stride, y: 0 - direction.y * stride } }
    : { kind: 'step', direction }
}
