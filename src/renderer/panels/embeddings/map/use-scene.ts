// The scene of a canvas, which fills the element it stands in.
import { useEffect, useState } from 'react'
import type { Marks } from './draw-map'
import { type Coloring, createScene, type Scene } from './scene'

/** Null until the canvas is there. */
export function useScene(canvas: HTMLCanvasElement | null): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null)
  useEffect(() => {
    const place = canvas?.parentElement
    if (!canvas || !place) return
    const opened = createScene(canvas)
    const measure = () =>
      opened.resize({ width: place.clientWidth, height: place.clientHeight }, window.devicePixelRatio)
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // A window that goes to another screen may keep its size.
    window.addEventListener('resize', measure)
    setScene(opened)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      setScene(null)
      opened.close()
    }
  }, [canvas])
  return scene
}

interface ShownMap {
  readonly points: Float32Array
  readonly coloring: Coloring
  readonly marks: Omit<Marks, 'cursor'>
  readonly cursor: number | null
}

/** In this order: other points have neither colors nor marks yet. */
export function useShowMap(scene: Scene | null, { points, coloring, marks, cursor }: ShownMap) {
  useEffect(() => scene?.showPoints(points), [scene, points])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are shown on the points.
  useEffect(() => scene?.showColors(coloring), [scene, coloring, points])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are shown on the points.
  useEffect(() => scene?.showMarks({ ...marks, cursor }), [scene, marks, cursor, points])
}
