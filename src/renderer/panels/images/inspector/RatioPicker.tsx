// The aspect ratios that the model documents, each drawn, "Automatic", and one that is typed.
import { Field } from '../../../components/Field'
import { RatioChoices } from '../../../components/RatioChoices'
import { TextInput } from '../../../components/TextInput'
import { clearInputs, saveInput } from '../../../state/input-texts'
import { readRatio } from './read-ratio'
import { toRatioPlace, useTypedRatio } from './use-typed-ratio'

interface RatioPickerProps {
  /** Of the draft. */
  readonly draftKey: string
  readonly ratios: readonly string[]
  readonly value: string | undefined
  readonly onChange: (ratio: string | undefined) => void
}

export function RatioPicker({ draftKey, ratios, value, onChange }: RatioPickerProps) {
  const typed = useTypedRatio(draftKey)
  const place = toRatioPlace(draftKey)
  const isListed = value === undefined || ratios.includes(value)
  const shown = typed ?? (isListed ? '' : value)
  const { error } = readRatio(shown)
  const choose = (ratio: string | undefined) => {
    clearInputs(place)
    onChange(ratio)
  }
  const type = (text: string) => {
    saveInput(place, text)
    const read = readRatio(text)
    if (read.error === undefined) onChange(read.value)
  }
  return (
    <div className="flex flex-col gap-2">
      <RatioChoices
        label="Aspect ratio"
        ratios={ratios}
        value={value}
        automatic="Automatic: as the picture that is edited, else square"
        onChange={choose}
      />
      <Field label="Another ratio" error={error}>
        {(attributes) => (
          <TextInput
            {...attributes}
            className="h-7"
            placeholder="Like 7:3"
            value={shown}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
