// A number within bounds, set by hand or by arrow keys.
import { Slider as Radix } from 'radix-ui'
import { joinClasses } from './join-classes'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  readonly disabled?: boolean
  /** Nothing is set yet: where the thumb stands means nothing. */
  readonly unset?: boolean
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  disabled = false,
  unset = false,
}: SliderProps) {
  return (
    <Radix.Root
      value={[Math.min(max, Math.max(min, value))]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className="group relative flex h-5 w-full touch-none items-center data-[disabled]:opacity-50"
    >
      <Radix.Track className="relative h-1 grow rounded-full bg-line-strong">
        {!unset && <Radix.Range className="absolute h-full rounded-full bg-accent" />}
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={unset ? 'not set' : undefined}
        className={joinClasses(
          'block size-3.5 rounded-full border bg-raised shadow-raised transition-colors hover:border-accent focus-visible:border-accent',
          unset ? 'border-line-strong border-dashed' : 'border-accent',
        )}
      />
    </Radix.Root>
  )
}
