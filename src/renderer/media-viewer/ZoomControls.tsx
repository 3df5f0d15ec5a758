// Zoom and pan of a picture: their state, their keys, and the buttons.
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { Button } from '../components/Button'
import { formatCount } from '../components/format'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import {
  canPan,
  fitted,
  type Point,
  panBy,
  type Size,
  type Stage,
  showPixels,
  toPercent,
  type View,
  zoomBy,
} from './picture-view'

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

export interface ZoomPan {
  readonly view: View
  /** Null until the picture and its container have been measured. */
  readonly stage: Stage | null
  /** The point under `at`, relative to the middle of the stage, stays in place. */
  readonly zoom: (factor: number, at?: Point) => void
  readonly pan: (by: Point) => void
  readonly showWhole: () => void
  /** Shows each pixel of the picture as one device pixel. */
  readonly showPixels: (at?: Point) => void
  /** Observes the size of the stage's element. Returns an unsubscribe function. */
  readonly measure: (element: HTMLElement) => () => void
}

/** Resets to fitted when `id` changes. */
export function useZoomPan(id: string, picture: Size | undefined): ZoomPan {
  const [state, setState] = useState({ id, view: fitted })
  const [container, setContainer] = useState<Omit<Stage, 'picture'> | null>(null)
  const measure = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      setContainer({ size, density: window.devicePixelRatio })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const stage = useMemo(() => (container && picture ? { ...container, picture } : null), [container, picture])
  const change = (next: (view: View, stage: Stage) => View) => {
    if (!stage) return
    setState((before) => ({ id, view: next(before.id === id ? before.view : fitted, stage) }))
  }
  return {
    view: state.id === id ? state.view : fitted,
    stage,
    measure,
    zoom: (factor, at) => change((view, on) => zoomBy(view, on, { factor, ...(at && { at }) })),
    pan: (by) => change((view, on) => panBy(view, on, by)),
    showWhole: () => change(() => fitted),
    showPixels: (at) => change((view, on) => showPixels(view, on, at)),
  }
}

/** `onStep` is called for the keys that show another picture. */
export function useViewerKeys(zoomPan: ZoomPan, onStep: (by: 1 | -1) => void) {
  const { view, stage } = zoomPan
  const run = (command: ViewerCommand) => {
    switch (command.do) {
      case 'zoom':
        return zoomPan.zoom(command.factor)
      case 'fit':
        return zoomPan.showWhole()
      case 'pixels':
        return zoomPan.showPixels()
      case 'pan':
        return zoomPan.pan(command.by)
      case 'step':
        return onStep(command.by)
    }
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasOwnKeys(event)) return
    const command = toViewerCommand(event, stage !== null && canPan(view, stage))
    if (!command) return
    event.preventDefault()
    run(command)
  }
}

/** Menus are outside of the dialog's element; radio buttons and sliders use the arrow keys themselves. */
function hasOwnKeys({ currentTarget, target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return /^(Arrow|Page)/.test(key) && target.closest('[role="radio"], [role="slider"]') !== null
}

type ViewerCommand =
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'fit' }
  | { readonly do: 'pixels' }
  | { readonly do: 'pan'; readonly by: Point }
  | { readonly do: 'step'; readonly by: 1 | -1 }

/** The factor of one press of + or −. */
const zoomStep = 1.25
/** CSS pixels that one press of an arrow key pans. */
const panStep = 64

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

/** Arrow keys pan a picture that is larger than the stage, otherwise they step; Page keys always step. */
export function toViewerCommand(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isPannable: boolean,
): ViewerCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const by = arrows[press.key]
  if (isPannable && by) return { do: 'pan', by }
  switch (press.key) {
    case '+':
    case '=':
      return { do: 'zoom', factor: zoomStep }
    case '-':
    case '−':
      return { do: 'zoom', factor: 1 / zoomStep }
    case '0':
      return { do: 'fit' }
    case '1':
      return { do: 'pixels' }
    case 'ArrowRight':
    case 'PageDown':
      return { do: 'step', by: 1 }
    case 'ArrowLeft':
    case 'PageUp':
      return { do: 'step', by: -1 }
    default:
      return null
  }
}
