// Pointer gestures of everything that can be panned and zoomed: dragging, zooming by the wheel, clicking and hovering.
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** In CSS pixels, from the top left corner of the element unless stated otherwise. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

interface Drag {
  readonly start: Point
  readonly at: Point
  /** Since the last call for this drag; all of it at the first. */
  readonly by: Point
  readonly isFirst: boolean
  /** When it was pressed. */
  readonly shiftKey: boolean
}

interface PanZoomHandlers {
  readonly onZoom: (factor: number, at: Point) => void
  readonly onDrag: (drag: Drag) => void
  readonly onDragEnd?: () => void
  /** The system canceled the pointer. */
  readonly onCancel?: () => void
  /** Pressed and released in the same position. */
  readonly onClick?: (at: Point) => void
  readonly onDoubleClick?: (at: Point) => void
  /** Null once the pointer has left. */
  readonly onHover?: (at: Point | null) => void
}

interface PanZoomOptions {
  /** Shorter moves are clicks. */
  readonly clickRadius?: number
  /** If not, pressing does nothing; the wheel still zooms. */
  readonly canDrag?: boolean
}

interface Press extends Pick<Drag, 'start' | 'shiftKey'> {
  last: Point
  isDragging: boolean
}

/** The listeners belong on the element. */
export function usePanZoom(
  element: HTMLElement | null,
  handlers: PanZoomHandlers,
  { clickRadius = 4, canDrag = true }: PanZoomOptions = {},
) {
  const press = useRef<Press | null>(null)
  const [isDragging, setDragging] = useState(false)
  const zoom = useEffectEvent((event: WheelEvent, target: HTMLElement) =>
    handlers.onZoom(toWheelFactor(event), toPoint(target, event)),
  )
  useEffect(() => {
    if (!element) return
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(event, element)
    }
    // React's listeners are passive and could not prevent scrolling.
    element.addEventListener('wheel', handleWheel, { passive: false })
    return () => element.removeEventListener('wheel', handleWheel)
  }, [element])

  const release = () => {
    const released = press.current
    press.current = null
    setDragging(false)
    return released
  }
  return {
    isDragging,
    listeners: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { button, shiftKey, currentTarget, pointerId } = event
        if (button !== 0 || !canDrag) return
        const start = toPoint(currentTarget, event)
        press.current = { start, last: start, shiftKey, isDragging: false }
        currentTarget.setPointerCapture(pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = toPoint(event.currentTarget, event)
        const pressed = press.current
        if (!pressed) return handlers.onHover?.(at)
        const { start, last, shiftKey, isDragging: wasDragging } = pressed
        if (!wasDragging && Math.hypot(at.x - start.x, at.y - start.y) < clickRadius) return
        pressed.isDragging = true
        pressed.last = at
        if (!wasDragging) setDragging(true)
        const by = { x: at.x - last.x, y: at.y - last.y }
        handlers.onDrag({ start, at, by, shiftKey, isFirst: !wasDragging })
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const released = release()
        if (released?.isDragging) handlers.onDragEnd?.()
        else if (released) handlers.onClick?.(toPoint(event.currentTarget, event))
      },
      onPointerCancel: () => {
        release()
        handlers.onCancel?.()
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>) =>
        handlers.onDoubleClick?.(toPoint(event.currentTarget, event)),
      onPointerLeave: () => {
        if (!press.current) handlers.onHover?.(null)
      },
    },
  }
}

/** The zoom factor of a wheel event: `deltaMode` counts pixels, lines or pages. */
function toWheelFactor({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const pixels = deltaY * ([1, 16, 100][deltaMode] ?? 1)
  return Math.min(2, Math.max(0.5, Math.exp(-pixels / 480)))
}

function toPoint(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
