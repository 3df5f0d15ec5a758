// What a canvas must know of the page: its room, and which theme it is drawn for.
import { useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../../components/use-media-query'

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
