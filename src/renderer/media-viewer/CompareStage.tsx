// The stage on which two pictures lie, over each other or side by side, with one shared zoom.
import { MoveHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { PictureErrorNotice, PictureStage, StagedPicture } from './PictureStage'
import { cannotBeShown, type LoadedPicture } from './use-loaded-picture'
import type { ZoomPan } from './use-zoom-pan'
import type { ViewedPicture } from './viewed-picture'

export type CompareMode = 'slider' | 'beside' | 'difference'

interface CompareStageProps {
  readonly pictures: readonly [ViewedPicture, ViewedPicture]
  readonly loads: readonly [LoadedPicture, LoadedPicture]
  readonly zoomPan: ZoomPan
  readonly mode: CompareMode
  /** Position as a fraction of the stage's width; the first picture is left of it. */
  readonly divider: number
  readonly onDivider: (divider: number) => void
  /** Makes small differences visible. */
  readonly isStrong: boolean
}

export function CompareStage(props: CompareStageProps) {
  const { pictures, loads, zoomPan, mode, divider, onDivider, isStrong } = props
  const failed = loads.findIndex(cannotBeShown)
  if (failed !== -1) {
    const [picture, loaded] = [pictures[failed], loads[failed]]
    return (
      <div className="min-h-0 flex-1 bg-sunken">
        {picture && loaded && <PictureErrorNotice picture={picture} loaded={loaded} />}
      </div>
    )
  }
  const [first, second] = pictures
  if (mode === 'beside') {
    return (
      <div className="flex min-h-0 flex-1 gap-px bg-line">
        <PictureStage label="Left picture" zoomPan={zoomPan}>
          {(position) => <StagedPicture picture={first} loaded={loads[0]} position={position} />}
        </PictureStage>
        <PictureStage label="Right picture" zoomPan={zoomPan} leads={false}>
          {(position) => <StagedPicture picture={second} loaded={loads[1]} position={position} />}
        </PictureStage>
      </div>
    )
  }
  const isSlider = mode === 'slider'
  return (
    <div className="relative flex min-h-0 flex-1">
      <PictureStage
        label={isSlider ? 'Pictures under a slider' : 'Difference of the pictures'}
        zoomPan={zoomPan}
      >
        {(position) => (
          <>
            <Layer filter={!isSlider && isStrong ? 'brightness(8)' : undefined}>
              <StagedPicture picture={first} loaded={loads[0]} position={position} checkered={isSlider} />
              {!isSlider && (
                <StagedPicture
                  picture={second}
                  loaded={loads[1]}
                  position={position}
                  checkered={false}
                  style={{ mixBlendMode: 'difference' }}
                />
              )}
            </Layer>
            {isSlider && (
              <Layer clip={`inset(0 0 0 ${divider * 100}%)`}>
                <StagedPicture picture={second} loaded={loads[1]} position={position} />
              </Layer>
            )}
          </>
        )}
      </PictureStage>
      {isSlider && <CompareDivider value={divider} onChange={onDivider} />}
    </div>
  )
}

interface LayerProps {
  readonly clip?: string
  readonly filter?: string | undefined
  readonly children: ReactNode
}

/** Covers the stage; pictures blend only within their layer, and are clipped by it. */
function Layer({ clip, filter, children }: LayerProps) {
  return (
    <div className="absolute inset-0 isolate" style={{ clipPath: clip, filter }}>
      {children}
    </div>
  )
}

interface CompareDividerProps {
  /** Position from the left, as a fraction of the width. */
  readonly value: number
  readonly onChange: (value: number) => void
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
}

function CompareDivider({ value, onChange }: CompareDividerProps) {
  const isDragged = useRef(false)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(value + step)
  }
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    isDragged.current = event.button === 0
    if (isDragged.current) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const stage = currentTarget.parentElement?.getBoundingClientRect()
    if (isDragged.current && stage) onChange((clientX - stage.left) / stage.width)
  }
  const endDrag = () => {
    isDragged.current = false
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Divider"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      aria-valuetext={`${Math.round(value * 100)} % from the left`}
      className="group absolute inset-y-0 flex w-8 -translate-x-1/2 cursor-col-resize touch-none items-center justify-center outline-none"
      style={{ left: `${value * 100}%` }}
      onKeyDown={press}
      onPointerDown={startDrag}
      onPointerMove={move}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      <span className="absolute inset-y-0 w-0.5 bg-accent-fill shadow-[0_0_0_1px_var(--raised)]" />
      <span className="relative flex size-8 items-center justify-center rounded-full border border-line-strong bg-raised text-soft shadow-raised group-focus-visible:outline-2 group-focus-visible:outline-accent">
        <MoveHorizontal size={16} aria-hidden="true" />
      </span>
    </div>
  )
}
