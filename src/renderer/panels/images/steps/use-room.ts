// How much room there is for a step's variations, now and whenever that changes.
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Room } from './lay-out'

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
