// The place where the map is looked at: by pointer and by keys.
import { Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import type { Marks } from './draw-map'
import { useMapSettings } from './map-settings'
import type { Coloring, Scene } from './scene'
import { type Pointed, useStageKeys } from './use-map-keys'
import { useMapPointer } from './use-map-pointer'
import { useShowMap } from './use-scene'
import type { MapPoint, Size } from './viewport'

interface MapStageProps {
  readonly label: string
  readonly scene: Scene | null
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void
  readonly points: Float32Array
  readonly coloring: Coloring
  /** Without the cursor, which is the stage's own. */
  readonly marks: Omit<Marks, 'cursor'>
  /** Spoken when the keys come to it. */
  readonly describe: (index: number) => string
  readonly drawCard: (index: number, at: MapPoint, stage: Size) => ReactNode
  readonly onSelect: (index: number) => void
  readonly onTake: (indices: readonly number[]) => void
  /** Into what is picked, or out of it. */
  readonly onPick: (index: number) => void
  readonly onClear: () => void
  readonly children: ReactNode
}

export function MapStage(props: MapStageProps) {
  const { label, scene, onCanvas, points, coloring, marks, drawCard, onSelect, children } = props
  const place = useRef<HTMLDivElement>(null)
  const hint = useId()
  const tool = useMapSettings((settings) => settings.tool)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const point = (index: number | null) => {
    if (index === null || !scene) setPointed(null)
    else if (index !== pointed?.index || !pointed.byPointer)
      setPointed({ index, at: scene.locate(index), byPointer: true, points })
  }
  const choose = (index: number) => {
    onSelect(index)
    if (scene) setPointed({ index, at: scene.locate(index), byPointer: true, points })
  }
  const { isMoving, listeners } = useMapPointer(place, scene, {
    tool,
    onPoint: point,
    onSelect: choose,
    onTake: props.onTake,
  })
  // Of other points it is another one.
  const shown = pointed?.points === points && !isMoving ? pointed : null
  const onKeyDown = useStageKeys({ ...props, pointed: shown, setPointed })
  useShowMap(scene, { points, coloring, marks, cursor: shown?.index ?? null })
  const zoom = (factor: number) => {
    setPointed(null)
    scene?.zoom(factor)
  }
  return (
    <div className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
      <div
        ref={place}
        role="application"
        aria-roledescription="map"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys lead from point to point.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(null)}
        {...listeners}
        className={joinClasses(
          'absolute inset-0 touch-none outline-offset-[-2px]',
          tool === 'lasso' ? 'cursor-crosshair' : isMoving ? 'cursor-grabbing' : shown && 'cursor-pointer',
        )}
      >
        <canvas ref={onCanvas} className="block size-full" />
        <p id={hint} className="sr-only">
          Arrow keys go from point to point, Enter chooses a row, Space picks it, Escape clears what is
          picked. Shift with the arrow keys moves the map, plus and minus zoom, 0 shows all.
        </p>
      </div>
      {shown && place.current && drawCard(shown.index, shown.at, sizeOf(place.current))}
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
            setPointed(null)
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
