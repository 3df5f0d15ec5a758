// What the pointer does on the map: moves it, points at points, chooses them, and draws the lasso.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { toWheelFactor } from '../../../media-viewer/picture-view'
import type { Tool } from './map-settings'
import type { Scene } from './scene'
import type { MapPoint } from './viewport'

interface PointerHandlers {
  readonly tool: Tool
  /** Null where there is nothing under it any more. */
  readonly onPoint: (index: number | null) => void
  readonly onSelect: (index: number) => void
  /** Indices within the lasso. */
  readonly onTake: (indices: readonly number[]) => void
}

interface Hand {
  readonly kind: Tool
  readonly from: MapPoint
  last: MapPoint
  hasMoved: boolean
  readonly path: MapPoint[]
}

/** Pixels: less is a click of a hand that is not quite still. */
const still = 4
/** From corner to corner of a lasso. */
const finest = 3

/** Listeners for the stage; Shift draws the lasso with either tool. */
export function useMapPointer(
  stage: RefObject<HTMLElement | null>,
  scene: Scene | null,
  wishes: PointerHandlers,
) {
  const hand = useRef<Hand | null>(null)
  const [isMoving, setMoving] = useState(false)
  const latest = useRef(wishes)
  latest.current = wishes

  useEffect(() => {
    const element = stage.current
    if (!element || !scene) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { x, y } = toPlace(element, event)
      latest.current.onPoint(null)
      scene.zoom(toWheelFactor(event), { x: x - element.clientWidth / 2, y: y - element.clientHeight / 2 })
    }
    // React listens passively, and then the page could not be kept from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [stage, scene])

  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !scene) return
    const at = toPlace(event.currentTarget, event)
    const kind = event.shiftKey ? 'lasso' : wishes.tool
    hand.current = { kind, from: at, last: at, hasMoved: false, path: [at] }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!scene) return
    const at = toPlace(event.currentTarget, event)
    const { current } = hand
    if (!current) return wishes.onPoint(scene.find(at))
    if (!current.hasMoved && Math.hypot(at.x - current.from.x, at.y - current.from.y) < still) return
    if (!current.hasMoved) {
      current.hasMoved = true
      setMoving(true)
      wishes.onPoint(null)
    }
    follow(scene, current, at)
  }
  const letGo = (event: PointerEvent<HTMLElement>) => {
    const { current } = hand
    hand.current = null
    setMoving(false)
    if (!scene || !current) return
    if (current.hasMoved) return void finish(scene, current, latest.current.onTake).catch(() => undefined)
    const index = scene.find(toPlace(event.currentTarget, event))
    if (index !== null) wishes.onSelect(index)
  }
  const leave = () => {
    hand.current = null
    setMoving(false)
    scene?.showLasso(null)
    wishes.onPoint(null)
  }
  return {
    isMoving,
    listeners: {
      onPointerDown: take,
      onPointerMove: move,
      onPointerUp: letGo,
      onPointerCancel: leave,
      onPointerLeave: () => !hand.current && leave(),
    },
  }
}

function follow(scene: Scene, hand: Hand, at: MapPoint) {
  if (hand.kind === 'move') scene.pan({ x: at.x - hand.last.x, y: at.y - hand.last.y })
  else {
    const end = hand.path.at(-1) ?? at
    if (Math.hypot(at.x - end.x, at.y - end.y) >= finest) hand.path.push(at)
    scene.showLasso(hand.path)
  }
  hand.last = at
}

async function finish(scene: Scene, hand: Hand, onTake: PointerHandlers['onTake']) {
  scene.showLasso(null)
  if (hand.kind === 'lasso') onTake(await scene.findWithin(hand.path))
}

function toPlace(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): MapPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
