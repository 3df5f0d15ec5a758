// The layout of a step's variations: by their shape, their number and the space.
import { type RefObject, useLayoutEffect, useState } from 'react'

interface Layout {
  /** Width over height of each place. */
  readonly ratio: number
  readonly columns: number
  /** CSS pixels: of the whole grid, with its gaps. */
  readonly width: number
}

export const gap = 12

/** The side of a square place, by the number of variations up to which it holds. */
const sides = [
  [1, 440],
  [2, 360],
  [4, 288],
  [8, 248],
] as const

/** Of the widest; where a place would be narrower there are fewer in a row. */
const leastShare = 0.6

export interface Room {
  /** CSS pixels: of a row, and as tall as a place may become. */
  readonly width: number
  readonly tallest: number
}

/** `shape` is width over height. Extreme shapes lie in a calmer place, with room beside them. */
export function layOut(count: number, shape: number, room: Room): Layout {
  const ratio = Math.min(2.4, Math.max(0.5, shape))
  const side = sides.find(([most]) => count <= most)?.[1] ?? 248
  const widest = Math.round(Math.min(side * Math.sqrt(ratio), room.tallest * ratio))
  const fits = (columns: number) => (room.width - (columns - 1) * gap) / columns >= widest * leastShare
  const columns = listColumns(count).find(fits) ?? 1
  return { ratio, columns, width: Math.min(room.width, columns * widest + (columns - 1) * gap) }
}

/** Rows that are full, or nearly: four stand in a row or two by two, never three and one. */
function listColumns(count: number): number[] {
  const most = count <= 4 ? Math.max(count, 1) : Math.ceil(count / 2)
  return [...new Set([most, Math.ceil(most / 2), 1])]
}

/** `16:9` as a number; undefined where it is no ratio. */
export function toShape(ratio: string | undefined): number | undefined {
  const [width, height] = (ratio ?? '').split(':').map(Number)
  return width && height ? width / height : undefined
}

/** Of the window's height: what is typed below makes the panel lower, and must not move the pictures. */
const share = 0.42
const least = 200

/** `beside` is left free of the width. No width until it has been measured, before the first frame is drawn. */
export function useRoom(place: RefObject<Element | null>, beside: number): Room {
  const [room, setRoom] = useState<Room>({ width: 0, tallest: least })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      const width = Math.max(0, element.clientWidth - beside)
      const tallest = Math.max(least, Math.round(window.innerHeight * share))
      setRoom((now) => (now.width === width && now.tallest === tallest ? now : { width, tallest }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [place, beside])
  return room
}
