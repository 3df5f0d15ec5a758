// Compares two pictures: under a slider, side by side, or as their difference.
import { ArrowLeftRight, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { IconButton } from '../components/IconButton'
import { SegmentedControl } from '../components/SegmentedControl'
import { type CompareMode, CompareStage } from './CompareStage'
import { compareSizes, isLarger, toPixels } from './describe-picture'
import { useLoadedPicture } from './use-loaded-picture'
import { useViewerKeys, useZoomPan } from './use-zoom-pan'
import type { ViewedPicture } from './viewed-picture'
import { ZoomControls } from './ZoomControls'

interface PictureCompareProps {
  readonly first: ViewedPicture
  readonly second: ViewedPicture
  readonly onClose: () => void
}

/** Rendered while it is open. */
export function PictureCompare({ first, second, onClose }: PictureCompareProps) {
  return (
    <Dialog open onClose={onClose} title="Compare pictures" untitled size="full">
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
  { value: 'beside', name: 'Side by side' },
  { value: 'difference', name: 'Difference' },
] as const

/** How far one press of an arrow key moves the divider, as a fraction of the stage's width. */
const dividerStep = 0.02

export function ComparedPictures({ pictures: given, onClose }: ComparedPicturesProps) {
  const [isSwapped, setSwapped] = useState(false)
  const [mode, setMode] = useState<CompareMode>('slider')
  const [divider, setDivider] = useState(0.5)
  const [isStrong, setStrong] = useState(false)
  const [first, second] = isSwapped ? [given[1], given[0]] : given
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of everything in it.
    <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <div className="flex shrink-0">
          <SegmentedControl label="Compare as" value={mode} options={modes} onChange={setMode} />
        </div>
        {mode === 'difference' && (
          <Button
            size="small"
            look="quiet"
            aria-pressed={isStrong}
            className={isStrong ? 'text-accent!' : ''}
            onClick={() => setStrong(!isStrong)}
          >
            Strengthen
          </Button>
        )}
        <span className="flex-1" />
        <ZoomControls zoomPan={zoomPan} />
        <IconButton label="Swap" icon={ArrowLeftRight} onClick={() => setSwapped(!isSwapped)} />
        <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
      </header>
      <CompareStage
        pictures={[first, second]}
        loads={loads}
        zoomPan={zoomPan}
        mode={mode}
        divider={divider}
        onDivider={moveDivider}
        isStrong={isStrong}
      />
      <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-line border-t px-4 py-1.5 text-faint text-sm">
        <Side name={mode === 'difference' ? 'First' : 'Left'} picture={first} pixels={one && toPixels(one)} />
        <Side
          name={mode === 'difference' ? 'Second' : 'Right'}
          picture={second}
          pixels={other && toPixels(other)}
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
}

function Side({ name, picture: { title, turn }, pixels }: SideProps) {
  const facts = [turn?.modelVersion ?? turn?.model, pixels].filter(Boolean).join(', ')
  return (
    <span className="flex min-w-0 flex-1 basis-60 items-center gap-1.5">
      {name}
      <span className="truncate text-soft">{title}</span>
      <span className="shrink-0 tabular-nums">{facts}</span>
    </span>
  )
}
