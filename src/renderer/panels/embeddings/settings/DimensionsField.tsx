// The field for the number of dimensions: a preset, or any other number.
import { type KeyboardEvent, useState } from 'react'
import { type NumberRule, readParameter } from '../../../components/read-parameter'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { TextInput } from '../../../components/TextInput'
import { useServer } from '../../../models/model-list'

interface DimensionsFieldProps {
  readonly dimensions: number | null
  readonly disabled: boolean
  /** For a draft with a confirming button: every keystroke takes effect, and invalid input is reported. */
  readonly onDraft?: ((isInvalid: boolean) => void) | undefined
  readonly onChange: (dimensions: number | null) => void
}

export function DimensionsField({ dimensions, disabled, onDraft, onChange }: DimensionsFieldProps) {
  const hasServer = useServer() !== null
  const [choice, setChoice] = useState(() => toDimensionsChoice(dimensions))
  const [text, setText] = useState(dimensions?.toString() ?? '')
  const [known, setKnown] = useState(dimensions)
  const parsed = readDimensions(text)
  if (known !== dimensions) {
    setKnown(dimensions)
    // Changed elsewhere, such as by reverting the settings.
    if (parsed.error === undefined && parsed.value !== dimensions) {
      setText(dimensions?.toString() ?? '')
      setChoice(toDimensionsChoice(dimensions))
    }
  }
  const choose = (next: DimensionsChoice) => {
    setChoice(next)
    if (next === 'other') return
    setText(next)
    onDraft?.(false)
    if (Number(next) !== dimensions) onChange(Number(next))
  }
  const commit = () => {
    if (parsed.error === undefined && parsed.value !== dimensions) onChange(parsed.value)
  }
  const type = (next: string) => {
    setText(next)
    if (!onDraft) return
    const typed = readDimensions(next)
    onDraft(typed.error !== undefined)
    if (typed.error === undefined && typed.value !== dimensions) onChange(typed.value)
  }
  const pressKey = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) commit()
  }
  return (
    <>
      <SegmentedControl
        label="Dimensions"
        value={choice}
        options={dimensionOptions}
        disabled={disabled}
        onChange={choose}
      />
      {choice === 'other' && (
        <TextInput
          aria-label="Number of dimensions"
          inputMode="numeric"
          placeholder="Model default"
          value={text}
          disabled={disabled}
          aria-invalid={parsed.error ? true : undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          onKeyDown={pressKey}
        />
      )}
      {choice === 'other' && parsed.error ? (
        <p role="alert" className="text-danger text-sm first-letter:uppercase">
          {parsed.error}
        </p>
      ) : (
        <p className="text-faint text-sm">
          {isShort(dimensions)
            ? 'Truncated vectors are smaller and may not have unit length. Normalize them before comparing.'
            : hasServer
              ? 'The model’s full output.'
              : 'The model’s full output, with unit length.'}
        </p>
      )}
    </>
  )
}

const presets = ['3072', '1536', '768'] as const
type DimensionsChoice = (typeof presets)[number] | 'other'

const dimensionOptions = [
  ...presets.map((value) => ({ value, name: value })),
  { value: 'other', name: 'Custom' },
] as const satisfies readonly { value: DimensionsChoice; name: string }[]

const rule: NumberRule = { min: 1, max: 8192, whole: true, description: 'a whole number from 1 to 8192' }

function toDimensionsChoice(dimensions: number | null): DimensionsChoice {
  return presets.find((preset) => Number(preset) === dimensions) ?? 'other'
}

/** Returns null for a blank text: the model's default. */
export function readDimensions(
  text: string,
): { readonly value: number | null; readonly error?: undefined } | { readonly error: string } {
  const parsed = readParameter(text, rule)
  return parsed.error === undefined ? { value: parsed.value ?? null } : { error: parsed.error }
}

/** Shorter vectors are truncated, so they do not have unit length (wire §6). */
function isShort(dimensions: number | null): boolean {
  return dimensions !== null && dimensions < 3072
}
