// The interactive map: panning, hovering and picking points, by pointer and keyboard.
import { Maximize, Minus, Plus } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import type { Point, Size } from '../../../components/use-pan-zoom'
import { useMapKeys, useMapPointer } from './map-input'
import type { MapScene } from './map-scene'
import type { PickedPoints } from './map-state'

interface MapStageProps {
  readonly label: string
  readonly scene: MapScene | null
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void
  readonly points: Float32Array
  readonly picked: PickedPoints
  /** The announcement when the keyboard cursor reaches a point. */
  readonly describe: (index: number) => string
  readonly renderCard: (index: number, at: Point, stage: Size) => ReactNode
  readonly onSelect: (index: number) => void
  /** The actions of a point, for its context menu. */
  readonly listActions: (index: number) => MenuItem[]
  readonly children: ReactNode
}

/** The point under the pointer or the keyboard cursor. */
interface PointedPoint {
  readonly index: number
  /** Its position on the stage when it was reached. */
  readonly at: Point
  readonly byPointer: boolean
  readonly points: Float32Array
}

export function MapStage(props: MapStageProps) {
  const { label, scene, onCanvas, points, picked, describe, renderCard, onSelect, listActions, children } =
    props
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const hint = useId()
  const [hovered, setHovered] = useState<PointedPoint | null>(null)
  const pointAt = (index: number | null, byPointer: boolean) => {
    if (index === null || !scene) setHovered(null)
    else setHovered({ index, at: scene.locate(index), byPointer, points })
  }
  const { isDragging, listeners, tool } = useMapPointer(stage, scene, {
    onPoint: (index) => {
      if (index === null || index !== hovered?.index || !hovered.byPointer) pointAt(index, true)
    },
    onSelect: (index) => {
      onSelect(index)
      pointAt(index, true)
    },
    onLasso: picked.setIndices,
  })
  // After the points change, the index refers to another point.
  const shownPoint = hovered?.points === points && !isDragging ? hovered : null
  const cursor = shownPoint?.index ?? null
  const onKeyDown = useMapKeys(scene, {
    cursor,
    onPoint: (index) => pointAt(index, false),
    describe,
    onSelect,
    picked,
  })
  useEffect(() => scene?.showCursor(cursor), [scene, cursor])
  const [menuPoint, setMenuPoint] = useState<number | null>(null)
  /** A right click opens the menu of the point below it, the menu key that of the cursor or the selected row. */
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const isPointer = event.nativeEvent.button === 2
    const found = isPointer
      ? (scene?.find({ x: event.clientX - left, y: event.clientY - top }) ?? null)
      : (cursor ?? scene?.selected() ?? null)
    if (found === null) return event.preventDefault()
    setMenuPoint(found)
  }
  const zoom = (factor: number) => {
    setHovered(null)
    scene?.zoom(factor)
  }
  return (
    <div className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
      <ContextMenu label="Actions for point" items={menuPoint === null ? [] : listActions(menuPoint)}>
        <div
          ref={setStage}
          role="application"
          aria-roledescription="map"
          aria-label={label}
          aria-describedby={hint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move from point to point.
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => setHovered(null)}
          {...listeners}
          onContextMenu={openMenu}
          className={joinClasses(
            'absolute inset-0 touch-none outline-offset-[-2px]',
            tool === 'lasso'
              ? 'cursor-crosshair'
              : isDragging
                ? 'cursor-grabbing'
                : shownPoint && 'cursor-pointer',
          )}
        >
          <canvas ref={onCanvas} className="block size-full" />
          <p id={hint} className="sr-only">
            Arrow keys move between points, Enter opens a row, Space selects it, and Escape clears the
            selection. Shift+F10 lists its actions. Shift+arrow keys pan, + and − zoom, and 0 fits the map.
          </p>
        </div>
      </ContextMenu>
      {shownPoint && stage && renderCard(shownPoint.index, shownPoint.at, sizeOf(stage))}
      {children}
      <div className="absolute right-3 bottom-3 flex flex-col rounded-lg border border-line bg-raised p-0.5 shadow-raised">
        <IconButton size="small" label="Zoom in" keys="+" icon={Plus} onClick={() => zoom(1.5)} />
        <IconButton size="small" label="Zoom out" keys="-" icon={Minus} onClick={() => zoom(1 / 1.5)} />
        <IconButton
          size="small"
          label="Reset view"
          keys="0"
          icon={Maximize}
          onClick={() => {
            setHovered(null)
            scene?.reset()
          }}
        />
      </div>
    </div>
  )
}

function sizeOf({ clientWidth: width, clientHeight: height }: Element): Size {
  return { width, height }
}
