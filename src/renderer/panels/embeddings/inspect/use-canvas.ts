// A canvas in React: the size of its container, its theme, and painting at most once a frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../../components/use-media-query'
import type { Size } from '../../../components/use-pan-zoom'

export function useIsDark(): boolean {
  return useMediaQuery('(prefers-color-scheme: dark)')
}

/** Of the element's content, in whole pixels of the page; 0 until it is there. */
export function useWidth(element: HTMLElement | null): number {
  return useSize(element).width
}

export function useSize(element: HTMLElement | null): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const width = Math.floor(element.clientWidth)
      const height = Math.floor(element.clientHeight)
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [element])
  return size
}

type Paint = (context: CanvasRenderingContext2D) => void

/** The context is scaled to CSS pixels. Call the result to repaint; a new `paint` or size repaints automatically. */
export function useCanvasPainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  { width, height }: Size,
  paint: Paint,
) {
  const latest = useRef(paint)
  const frame = useRef(0)
  const draw = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d')
      if (context) latest.current(context)
    })
  }, [canvas])
  useLayoutEffect(() => {
    latest.current = paint
    draw()
  }, [paint, draw])
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    const density = window.devicePixelRatio
    element.width = Math.round(width * density)
    element.height = Math.round(height * density)
    context.setTransform(density, 0, 0, density, 0, 0)
    // Its new size has emptied it: waiting for a frame would show that.
    latest.current(context)
  }, [canvas, width, height])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return draw
}
