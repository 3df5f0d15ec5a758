// A number as typed, with a slider below it and a button that resets it.
import { RotateCcw } from 'lucide-react'
import { Slider as Radix } from 'radix-ui'
import { useId } from 'react'
import { FieldMessages, fieldMessageIds } from './Field'
import { HintMark, HintTooltip } from './HintTooltip'
import { IconButton } from './IconButton'
import { joinClasses } from './join-classes'
import { inputClassName } from './TextInput'

interface SliderBounds {
  readonly min: number
  readonly max: number
  readonly step: number
  /** Position of the thumb while nothing is set. */
  readonly unsetPosition: number
}

interface NumberInputProps {
  readonly label: string
  /** As typed; blank means not set. */
  readonly text: string
  /** The value of the slider; undefined while nothing is set. */
  readonly value: number | undefined
  readonly error?: string | undefined
  readonly hint?: string
  /** Placeholder of the empty field. */
  readonly unsetText: string
  /** The label of the reset button; without one there is no button. */
  readonly resetLabel?: string
  readonly slider?: SliderBounds
  readonly disabled?: boolean
  readonly onText: (text: string) => void
  readonly onReset: () => void
}

export function NumberInput(props: NumberInputProps) {
  const { label, text, value, error, hint, unsetText, resetLabel, slider, disabled = false } = props
  const id = useId()
  const described = fieldMessageIds({ id, error, hint })
  return (
    <HintTooltip hint={hint} className="flex min-w-0 flex-col gap-0.5">
      <div className="flex h-7 items-center gap-1">
        <label htmlFor={id} className="min-w-0 flex-1 truncate font-medium text-soft text-sm">
          {label}
          <HintMark hint={hint} />
        </label>
        {resetLabel && text !== '' && !disabled && (
          <IconButton size="small" label={resetLabel} icon={RotateCcw} onClick={props.onReset} />
        )}
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={unsetText}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => props.onText(event.target.value)}
          className={joinClasses(inputClassName, 'h-7 w-28! shrink-0 px-2! text-right text-sm tabular-nums')}
        />
      </div>
      {slider && (
        <Slider
          label={`${label} slider`}
          value={value ?? slider.unsetPosition}
          min={slider.min}
          max={slider.max}
          step={slider.step}
          unset={value === undefined}
          disabled={disabled}
          onChange={(next) => props.onText(String(next))}
        />
      )}
      <FieldMessages id={id} error={error} hint={hint} />
    </HintTooltip>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  readonly disabled: boolean
  /** Nothing is set: the position of the thumb has no meaning. */
  readonly unset: boolean
}

/** Set by pointer or arrow keys. */
function Slider({ label, value, min, max, step, onChange, disabled, unset }: SliderProps) {
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
          unset ? 'border-faint border-dashed' : 'border-accent',
        )}
      />
    </Radix.Root>
  )
}
