// Zoom and pan of the viewer: its state, and the keys that change it.
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import {
  canPan,
  fitted,
  type Point,
  panBy,
  type Size,
  type Stage,
  showPixels,
  type View,
  zoomBy,
} from './picture-view'

export interface Looking {
  readonly view: View
  /** Null until the picture and its place have been measured. */
  readonly stage: Stage | null
  readonly change: (next: (view: View, stage: Stage) => View) => void
  /** Measures the stage's element until what it returns is called. */
  readonly measure: (element: HTMLElement) => () => void
}

/** Another `of` is looked at whole again. */
export function useLooking(of: string, picture: Size | undefined): Looking {
  const [looked, setLooked] = useState({ of, view: fitted })
  const [place, setPlace] = useState<Omit<Stage, 'picture'> | null>(null)
  const measure = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      setPlace({ size, density: window.devicePixelRatio })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const stage = useMemo(() => (place && picture ? { ...place, picture } : null), [place, picture])
  const change = useCallback(
    (next: (view: View, stage: Stage) => View) => {
      if (!stage) return
      setLooked((before) => ({ of, view: next(before.of === of ? before.view : fitted, stage) }))
    },
    [of, stage],
  )
  return { view: looked.of === of ? looked.view : fitted, stage, change, measure }
}

/** `onStep` is for keys that go on to another picture. */
export function useViewerKeys({ view, stage, change }: Looking, onStep: (by: 1 | -1) => void) {
  const obey = (command: ViewerCommand) => {
    switch (command.do) {
      case 'zoom':
        return change((before, on) => zoomBy(before, on, command))
      case 'fit':
        return change(() => fitted)
      case 'pixels':
        return change((before, on) => showPixels(before, on))
      case 'pan':
        return change((before, on) => panBy(before, on, command.by))
      case 'step':
        return onStep(command.by)
    }
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasOwnKeys(event)) return
    const command = readViewerKey(event, stage !== null && canPan(view, stage))
    if (!command) return
    event.preventDefault()
    obey(command)
  }
}

/** A menu is no part of the dialog's own element; a choice and a slider have arrows of their own. */
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

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Of one press of + or −. */
export const zoomStep = 1.25
/** Pixels of the page that one press of an arrow moves the picture. */
const panStep = 64

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

/** Arrows move about in a picture that is larger than its place, and else go to the next; Page keys always do. */
export function readViewerKey(press: KeyPress, canPan: boolean): ViewerCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const by = arrows[press.key]
  if (canPan && by) return { do: 'pan', by }
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
