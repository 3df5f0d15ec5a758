// A canvas that fills its place, painted at most once a frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Size } from '../../../../media-viewer/picture-view'

type Paint = (context: CanvasRenderingContext2D) => void

/** The context is scaled to pixels of the page. `draw` has it painted again; another `paint` or size does so by itself. */
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
