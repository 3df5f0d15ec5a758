// A number as it is typed, with a slider beneath it and the way back to nothing set.
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { FieldNotes, listFieldNotes } from './FieldNotes'
import { IconButton } from './IconButton'
import { joinClasses } from './join-classes'
import { Slider } from './Slider'
import { inputLook } from './TextInput'

interface SliderBounds {
  readonly min: number
  readonly max: number
  readonly step: number
  /** Where the thumb stands while nothing is set. */
  readonly rest: number
}

interface NumberInputProps {
  readonly label: string
  /** As typed; blank means that nothing is set. */
  readonly text: string
  /** What the slider shows; undefined while nothing is set. */
  readonly value: number | undefined
  readonly error?: string | undefined
  readonly hint?: string
  /** Stands in the empty field. */
  readonly unsetWord: string
  /** The name of the button that goes back to it; without one there is no such button. */
  readonly resetLabel?: string
  readonly slider?: SliderBounds
  readonly disabled?: boolean
  readonly onText: (text: string) => void
  readonly onReset: () => void
}

export function NumberInput(props: NumberInputProps) {
  const { label, text, value, error, hint, unsetWord, resetLabel, slider, disabled = false } = props
  const id = useId()
  const described = listFieldNotes({ id, error, hint })
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div className="flex h-7 items-center gap-1">
        <label htmlFor={id} className="min-w-0 flex-1 truncate font-medium text-soft text-sm">
          {label}
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
          placeholder={unsetWord}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => props.onText(event.target.value)}
          className={joinClasses(inputLook, 'h-7 w-28! shrink-0 px-2! text-right text-sm tabular-nums')}
        />
      </div>
      {slider && (
        <Slider
          label={`${label} slider`}
          value={value ?? slider.rest}
          min={slider.min}
          max={slider.max}
          step={slider.step}
          unset={value === undefined}
          disabled={disabled}
          onChange={(next) => props.onText(String(next))}
        />
      )}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
