// Shows and changes the zoom of the viewer.
import { Minus, Plus } from 'lucide-react'
import { Button } from '../components/Button'
import { formatCount } from '../components/format'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { toPercent } from './picture-view'
import { type ZoomPan, zoomStep } from './use-zoom-pan'

export function ZoomControls({ zoomPan }: { zoomPan: ZoomPan }) {
  const { view, stage } = zoomPan
  const percent = stage && Math.round(toPercent(view, stage))
  const disabled = stage === null
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        label="Zoom out"
        icon={Minus}
        keys="−"
        disabled={disabled}
        onClick={() => zoomPan.zoom(1 / zoomStep)}
      />
      <output aria-label="Zoom" className="w-12 text-center text-soft text-sm tabular-nums">
        {percent === null ? '' : `${formatCount(percent)}%`}
      </output>
      <IconButton
        label="Zoom in"
        icon={Plus}
        keys="+"
        disabled={disabled}
        onClick={() => zoomPan.zoom(zoomStep)}
      />
      <Choice
        name="Fit"
        hint="Fit the image to the window"
        keys="0"
        selected={view.scale === null}
        disabled={disabled}
        onChoose={zoomPan.showWhole}
      />
      <Choice
        name="1:1"
        hint="Actual size: one image pixel per screen pixel"
        keys="1"
        selected={view.scale !== null && percent === 100}
        disabled={disabled}
        onChoose={() => zoomPan.showPixels()}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly hint: string
  readonly keys: string
  readonly selected: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}

function Choice({ name, hint, keys, selected, disabled, onChoose }: ChoiceProps) {
  return (
    <Tooltip label={hint} keys={keys}>
      <Button
        variant="quiet"
        aria-pressed={selected}
        disabled={disabled}
        onClick={onChoose}
        className={joinClasses('px-2!', selected && 'text-accent!')}
      >
        {name}
      </Button>
    </Tooltip>
  )
}
