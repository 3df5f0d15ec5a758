// The stage on which two pictures lie, over each other or side by side, with one shared zoom.
import { MoveHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { PictureStage, PictureTroubleNotice, StagedPicture } from './PictureStage'
import type { LoadedPicture } from './use-loaded-picture'
import type { Looking } from './use-zoom-pan'
import type { ViewedPicture } from './viewed-picture'

export type CompareMode = 'slider' | 'beside' | 'difference'

interface CompareStageProps {
  readonly pictures: readonly [ViewedPicture, ViewedPicture]
  readonly loads: readonly [LoadedPicture, LoadedPicture]
  readonly looking: Looking
  readonly mode: CompareMode
  /** Of the stage's width: what lies left of it is the first picture. */
  readonly divider: number
  readonly onDivider: (divider: number) => void
  /** Small differences are made to be seen. */
  readonly isStrong: boolean
}

export function CompareStage(props: CompareStageProps) {
  const { pictures, loads, looking, mode, divider, onDivider, isStrong } = props
  const troubled = loads.findIndex(({ trouble }) => trouble === 'missing' || trouble === 'undecodable')
  if (troubled !== -1) {
    const [picture, loaded] = [pictures[troubled], loads[troubled]]
    return (
      <div className="min-h-0 flex-1 bg-sunken">
        {picture && loaded && <PictureTroubleNotice picture={picture} loaded={loaded} />}
      </div>
    )
  }
  const [first, second] = pictures
  if (mode === 'beside') {
    return (
      <div className="flex min-h-0 flex-1 gap-px bg-line">
        <PictureStage label="Left picture" looking={looking}>
          {(place) => <StagedPicture media={first.media} alt={first.title} loaded={loads[0]} place={place} />}
        </PictureStage>
        <PictureStage label="Right picture" looking={looking} leads={false}>
          {(place) => (
            <StagedPicture media={second.media} alt={second.title} loaded={loads[1]} place={place} />
          )}
        </PictureStage>
      </div>
    )
  }
  const isSlider = mode === 'slider'
  return (
    <div className="relative flex min-h-0 flex-1">
      <PictureStage
        label={isSlider ? 'Pictures under a slider' : 'Difference of the pictures'}
        looking={looking}
      >
        {(place) => (
          <>
            <Layer filter={!isSlider && isStrong ? 'brightness(8)' : undefined}>
              <StagedPicture
                media={first.media}
                alt={first.title}
                loaded={loads[0]}
                place={place}
                checkered={isSlider}
              />
              {isSlider ? null : (
                <StagedPicture
                  media={second.media}
                  alt={second.title}
                  loaded={loads[1]}
                  place={place}
                  checkered={false}
                  style={{ mixBlendMode: 'difference' }}
                />
              )}
            </Layer>
            {isSlider && (
              <Layer clip={`inset(0 0 0 ${divider * 100}%)`}>
                <StagedPicture media={second.media} alt={second.title} loaded={loads[1]} place={place} />
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

/** Pictures blend with what lies in it, and are clipped by it: it covers the stage. */
function Layer({ clip, filter, children }: LayerProps) {
  return (
    <div className="absolute inset-0 isolate" style={{ clipPath: clip, filter }}>
      {children}
    </div>
  )
}

interface CompareDividerProps {
  /** Of the width, from the left: 0 to 1. */
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
  const isHeld = useRef(false)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(value + step)
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    isHeld.current = event.button === 0
    if (isHeld.current) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const stage = currentTarget.parentElement?.getBoundingClientRect()
    if (isHeld.current && stage) onChange((clientX - stage.left) / stage.width)
  }
  const letGo = () => {
    isHeld.current = false
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
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span className="absolute inset-y-0 w-0.5 bg-accent-fill shadow-[0_0_0_1px_var(--raised)]" />
      <span className="relative flex size-8 items-center justify-center rounded-full border border-line-strong bg-raised text-soft shadow-raised group-focus-visible:outline-2 group-focus-visible:outline-accent">
        <MoveHorizontal size={16} aria-hidden="true" />
      </span>
    </div>
  )
}
