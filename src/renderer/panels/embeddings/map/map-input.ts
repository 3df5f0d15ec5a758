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
    const command = findMapCommand(event)
    if (!command || !scene?.hasPoints()) return
    event.preventDefault()
    command(scene, handlers)
  }
}

type MapCommand = (scene: MapScene, handlers: KeyHandlers) => void

/** The point at the cursor then has another position on the stage. */
function changeView(change: (scene: MapScene) => void): MapCommand {
  return (scene, { cursor, onPoint }) => {
    change(scene)
    if (cursor !== null) onPoint(cursor)
  }
}

/** Pixels per key press. */
const panStep = 80
const zoomIn = changeView((scene) => scene.zoom(1.4))
const zoomOut = changeView((scene) => scene.zoom(1 / 1.4))

const commands: Readonly<Record<string, MapCommand>> = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  _: zoomOut,
  '0': changeView((scene) => scene.reset()),
  Enter: (_, { cursor, onSelect }) => cursor !== null && onSelect(cursor),
  ' ': (_, { cursor, picked }) => cursor !== null && picked.toggle(cursor),
  Escape: (_, { picked }) => picked.clear(),
  l: () => setMap({ tool: useMapSettings.getState().tool === 'lasso' ? 'move' : 'lasso' }),
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Returns undefined for other keys. */
export function findMapCommand({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: KeyPress): MapCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const direction = Object.entries(directions).find(([name]) => name === key)?.[1]
  if (!direction) return commands[key.length === 1 ? key.toLowerCase() : key]
  // The map moves in the opposite direction of the view.
  if (shiftKey)
    return changeView((scene) => scene.pan({ x: 0 - direction.x * panStep, y: 0 - direction.y * panStep }))
  return (scene, { cursor, onPoint, describe }) => {
    const next = scene.findStep(cursor, direction)
    if (next === null) return
    scene.reveal(next)
    onPoint(next)
    announce(describe(next))
  }
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
