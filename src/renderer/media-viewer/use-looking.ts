// The state of looking at a picture: the view, and the stage that it is seen on.
import { useCallback, useMemo, useState } from 'react'
import { fitted, type Size, type Stage, type View } from './picture-view'

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
