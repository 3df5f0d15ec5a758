// Input on the map: keys, which announce the point they move to, and pointer gestures.
import { type KeyboardEvent, useRef } from 'react'
import { type Point, usePanZoom } from '../../../components/use-pan-zoom'
import { announce } from '../../../state/announcement'
import { directions } from './find-points'
import type { MapScene } from './map-scene'
import { type PickedPoints, setMap, useMapSettings } from './map-state'

interface KeyHandlers {
  /** The point under the pointer or the keyboard cursor, or null. */
  readonly cursor: number | null
  readonly onPoint: (index: number) => void
  readonly describe: (index: number) => string
  readonly onSelect: (index: number) => void
  readonly picked: PickedPoints
}

export function useMapKeys(scene: MapScene | null, handlers: KeyHandlers) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const command = readMapKey(event)
    if (!command || !scene?.hasPoints()) return
    event.preventDefault()
    run(command, scene, handlers)
  }
}

function run(
  command: MapCommand,
  scene: MapScene,
  { cursor, onPoint, describe, onSelect, picked }: KeyHandlers,
) {
  switch (command.kind) {
    case 'step': {
      const next = scene.findStep(cursor, command.direction)
      if (next === null) return
      scene.reveal(next)
      onPoint(next)
      return announce(describe(next))
    }
    case 'pan':
      scene.pan(command.by)
      break
    case 'zoom':
      scene.zoom(command.factor)
      break
    case 'reset':
      scene.reset()
      break
    case 'select':
      return cursor === null ? undefined : onSelect(cursor)
    case 'pick':
      return cursor === null ? undefined : picked.toggle(cursor)
    case 'clear':
      return picked.clear()
    case 'lasso':
      return setMap({ tool: useMapSettings.getState().tool === 'lasso' ? 'move' : 'lasso' })
  }
  // The position of the point on the stage has changed.
  if (cursor !== null) onPoint(cursor)
}

type MapCommand =
  | { readonly kind: 'step'; readonly direction: Point }
  | { readonly kind: 'pan'; readonly by: Point }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'reset' | 'select' | 'pick' | 'clear' | 'lasso' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Pixels per key press. */
const panStep = 80
const zoomStep = 1.4

const commands: Readonly<Record<string, MapCommand>> = {
  '+': { kind: 'zoom', factor: zoomStep },
  '=': { kind: 'zoom', factor: zoomStep },
  '-': { kind: 'zoom', factor: 1 / zoomStep },
  _: { kind: 'zoom', factor: 1 / zoomStep },
  '0': { kind: 'reset' },
  Enter: { kind: 'select' },
  ' ': { kind: 'pick' },
  Escape: { kind: 'clear' },
  l: { kind: 'lasso' },
}

/** Returns null for other keys. */
export function readMapKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): MapCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  const direction = Object.entries(directions).find(([name]) => name === key)?.[1]
  if (!direction) return commands[key.length === 1 ? key.toLowerCase() : key] ?? null
  // The map moves in the opposite direction of the view.
  return shiftKey
    ? { kind: 'pan', by: { x: 0 - direction.x * panStep, y: 0 - direction.y * panStep } }
    : { kind: 'step', direction }
}

interface PointerHandlers {
  /** Null if no point is under the pointer. */
  readonly onPoint: (index: number | null) => void
  readonly onSelect: (index: number) => void
  /** Indices within the lasso. */
  readonly onLasso: (indices: readonly number[]) => void
}

/** Minimum pixels between two corners of a lasso. */
const minLassoStep = 3

/** Shift draws the lasso with either tool. */
export function useMapPointer(
  stage: HTMLElement | null,
  scene: MapScene | null,
  { onPoint, onSelect, onLasso }: PointerHandlers,
) {
  const tool = useMapSettings((settings) => settings.tool)
  /** Null while the map is panned. */
  const lasso = useRef<Point[] | null>(null)
  const pan = usePanZoom(stage, {
    onZoom: (factor, at) => {
      onPoint(null)
      const { clientWidth = 0, clientHeight = 0 } = stage ?? {}
      scene?.zoom(factor, { x: at.x - clientWidth / 2, y: at.y - clientHeight / 2 })
    },
    onDrag: ({ start, at, by, isFirst, shiftKey }) => {
      if (isFirst) {
        onPoint(null)
        lasso.current = shiftKey || tool === 'lasso' ? [start] : null
      }
      if (!lasso.current) return scene?.pan(by)
      const end = lasso.current.at(-1) ?? start
      if (Math.hypot(at.x - end.x, at.y - end.y) >= minLassoStep) lasso.current.push(at)
      scene?.showLasso(lasso.current)
    },
    onDragEnd: () => {
      scene?.showLasso(null)
      if (lasso.current && scene) onLasso(scene.findWithin(lasso.current))
    },
    onCancel: () => {
      scene?.showLasso(null)
      onPoint(null)
    },
    onClick: (at) => {
      const index = scene?.find(at) ?? null
      if (index !== null) onSelect(index)
    },
    onHover: (at) => onPoint(at && (scene?.find(at) ?? null)),
  })
  return { ...pan, tool }
}
