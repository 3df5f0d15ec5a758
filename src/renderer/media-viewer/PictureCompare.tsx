// Compares two pictures: under a slider, side by side, or as their difference.
import { ArrowLeftRight, MoveHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Badge } from '../components/Badge'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { IconButton } from '../components/IconButton'
import { SegmentedControl } from '../components/SegmentedControl'
import { compareSizes, isLarger, toPixels, type ViewedPicture } from './describe-picture'
import {
  hasFailed,
  type LoadedPicture,
  PictureErrorNotice,
  PictureStage,
  StagedPicture,
  useLoadedPicture,
} from './PictureStage'
import { useViewerKeys, useZoomPan, ZoomControls, type ZoomPan } from './ZoomControls'

interface PictureCompareProps {
  readonly first: ViewedPicture
  readonly second: ViewedPicture
  readonly onClose: () => void
}

/** Rendered while it is open. */
export function PictureCompare({ first, second, onClose }: PictureCompareProps) {
  return (
    <Dialog open onClose={onClose} title="Compare images" untitled size="full">
      <ComparedPictures pictures={[first, second]} onClose={onClose} />
    </Dialog>
  )
}

interface ComparedPicturesProps {
  readonly pictures: readonly [ViewedPicture, ViewedPicture]
  readonly onClose: () => void
}

const modes = [
  { value: 'slider', name: 'Slider' },
  { value: 'side-by-side', name: 'Side by side' },
  { value: 'difference', name: 'Difference' },
] as const

/** How far one press of an arrow key moves the divider, as a fraction of the stage's width. */
const dividerStep = 0.02

export function ComparedPictures({ pictures, onClose }: ComparedPicturesProps) {
  const [isSwapped, setSwapped] = useState(false)
  const [mode, setMode] = useState<CompareMode>('slider')
  const [divider, setDivider] = useState(0.5)
  const [isAmplified, setAmplified] = useState(false)
  const [first, second] = isSwapped ? [pictures[1], pictures[0]] : pictures
  const loads = [useLoadedPicture(first), useLoadedPicture(second)] as const
  const [one, other] = [loads[0].size, loads[1].size]
  // Both are scaled to the larger one's size, and share one zoom.
  const box = one && other && (isLarger(other, one) ? other : one)
  const zoomPan = useZoomPan('', box)
  const moveDivider = (to: number) => setDivider(Math.min(1, Math.max(0, to)))
  const onKeyDown = useViewerKeys(
    zoomPan,
    (by) => mode === 'slider' && moveDivider(divider + by * dividerStep),
  )
  const sizes = one && other && compareSizes(one, other)
  const areBothDemo = pictures.every(isDemo)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of everything in it.
    <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <div className="flex shrink-0">
          <SegmentedControl label="Comparison mode" value={mode} options={modes} onChange={setMode} />
        </div>
        {mode === 'difference' && (
          <Button
            size="small"
            variant="quiet"
            aria-pressed={isAmplified}
            className={isAmplified ? 'text-accent!' : ''}
            onClick={() => setAmplified(!isAmplified)}
          >
            Amplify
          </Button>
        )}
        <span className="flex-1" />
        {areBothDemo && <Badge>Demo</Badge>}
        <ZoomControls zoomPan={zoomPan} />
        <IconButton label="Swap images" icon={ArrowLeftRight} onClick={() => setSwapped(!isSwapped)} />
        <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
      </header>
      <CompareStage
        pictures={[first, second]}
        loads={loads}
        zoomPan={zoomPan}
        mode={mode}
        divider={divider}
        onDivider={moveDivider}
        isAmplified={isAmplified}
      />
      <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-line border-t px-4 py-1.5 text-faint text-sm">
        <Side
          name={mode === 'difference' ? 'First' : 'Left'}
          picture={first}
          pixels={one && toPixels(one)}
          isMarked={!areBothDemo && isDemo(first)}
        />
        <Side
          name={mode === 'difference' ? 'Second' : 'Right'}
          picture={second}
          pixels={other && toPixels(other)}
          isMarked={!areBothDemo && isDemo(second)}
        />
        {sizes && <span className="selectable basis-full text-warn">{sizes}</span>}
      </footer>
    </div>
  )
}

interface SideProps {
  readonly name: string
  readonly picture: ViewedPicture
  readonly pixels: string | undefined
  /** Only this one of the two is from the demo. */
  readonly isMarked: boolean
}

const isDemo = ({ turn }: ViewedPicture) => turn?.upstream === 'demo'

function Side({ name, picture: { title, turn }, pixels, isMarked }: SideProps) {
  const facts = [turn?.modelVersion ?? turn?.model, pixels].filter(Boolean).join(', ')
  return (
    <span className="flex min-w-0 flex-1 basis-60 items-center gap-1.5">
      {name}
      <span className="truncate text-soft">{title}</span>
      {isMarked && <Badge>Demo</Badge>}
      <span className="shrink-0 tabular-nums">{facts}</span>
    </span>
  )
}

type CompareMode = 'slider' | 'side-by-side' | 'difference'

interface CompareStageProps {
  readonly pictures: readonly [ViewedPicture, ViewedPicture]
  readonly loads: readonly [LoadedPicture, LoadedPicture]
  readonly zoomPan: ZoomPan
  readonly mode: CompareMode
  /** Position as a fraction of the stage's width; the first picture is left of it. */
  readonly divider: number
  readonly onDivider: (divider: number) => void
  /** Makes small differences visible. */
  readonly isAmplified: boolean
}

/** The pictures over each other or side by side, with one shared zoom. */
function CompareStage(props: CompareStageProps) {
  const { pictures, loads, zoomPan, mode, divider, onDivider, isAmplified } = props
  const failed = loads.findIndex(hasFailed)
  if (failed !== -1) {
    const [picture, loaded] = [pictures[failed], loads[failed]]
    return (
      <div className="min-h-0 flex-1 bg-sunken">
        {picture && loaded && <PictureErrorNotice picture={picture} loaded={loaded} />}
      </div>
    )
  }
  const [first, second] = pictures
  if (mode === 'side-by-side') {
    return (
      <div className="flex min-h-0 flex-1 gap-px bg-line">
        <PictureStage label="Left image" zoomPan={zoomPan}>
          {(position) => <StagedPicture picture={first} loaded={loads[0]} position={position} />}
        </PictureStage>
        <PictureStage label="Right image" zoomPan={zoomPan} isPrimary={false}>
          {(position) => <StagedPicture picture={second} loaded={loads[1]} position={position} />}
        </PictureStage>
      </div>
    )
  }
  const isSlider = mode === 'slider'
  return (
    <div className="relative flex min-h-0 flex-1">
      <PictureStage label={isSlider ? 'Image comparison slider' : 'Image difference'} zoomPan={zoomPan}>
        {(position) => (
          <>
            <Layer filter={!isSlider && isAmplified ? 'brightness(8)' : undefined}>
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
      aria-valuetext={`${Math.round(value * 100)}% from the left`}
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
