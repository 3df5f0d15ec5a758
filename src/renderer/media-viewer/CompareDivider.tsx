// The line between two pictures that lie over each other, moved by hand or by arrow keys.
import { MoveHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

interface CompareDividerProps {
  /** Of the width, from the left: 0 to 1. */
  readonly value: number
  readonly onChange: (value: number) => void
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
}

export function CompareDivider({ value, onChange }: CompareDividerProps) {
  const isHeld = useRef(false)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(value + step)
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    isHeld.current = event.button === 0
    if (isHeld.current) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const stage = currentTarget.parentElement?.getBoundingClientRect()
    if (isHeld.current && stage) onChange((clientX - stage.left) / stage.width)
  }
  const letGo = () => {
    isHeld.current = false
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Divider"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      aria-valuetext={`${Math.round(value * 100)} % from the left`}
      className="group absolute inset-y-0 flex w-8 -translate-x-1/2 cursor-col-resize touch-none items-center justify-center outline-none"
      style={{ left: `${value * 100}%` }}
      onKeyDown={press}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span className="absolute inset-y-0 w-0.5 bg-accent-fill shadow-[0_0_0_1px_var(--raised)]" />
      <span className="relative flex size-8 items-center justify-center rounded-full border border-line-strong bg-raised text-soft shadow-raised group-focus-visible:outline-2 group-focus-visible:outline-accent">
        <MoveHorizontal size={16} aria-hidden="true" />
      </span>
    </div>
  )
}
