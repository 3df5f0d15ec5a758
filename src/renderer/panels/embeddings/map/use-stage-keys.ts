// The keys on the map, carried out; what they come to is spoken.
import type { KeyboardEvent } from 'react'
import { announce } from '../../../state/announcement'
import { findNext } from './find-points'
import { setMap, useMapSettings } from './map-settings'
import type { MapPoint } from './outlook'
import type { Coloring, Scene } from './scene'
import { readStageKey, type StageCommand } from './stage-keys'

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
