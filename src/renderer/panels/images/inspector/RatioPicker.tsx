// The aspect ratios that the model documents, each drawn, "Automatic", and one that is typed.
import { RadioGroup } from 'radix-ui'
import { Field } from '../../../kit/Field'
import { TextInput } from '../../../kit/TextInput'
import { forgetTyped, keepTyped } from '../../../session/typed-texts'
import { drawRatio, readRatio } from './read-ratio'
import { toRatioPlace, useTypedRatio } from './use-typed-ratio'

interface RatioPickerProps {
  /** Of the draft. */
  readonly draftKey: string
  readonly ratios: readonly string[]
  readonly value: string | undefined
  readonly onChange: (ratio: string | undefined) => void
}

const box = 22

export function RatioPicker({ draftKey, ratios, value, onChange }: RatioPickerProps) {
  const typed = useTypedRatio(draftKey)
  const place = toRatioPlace(draftKey)
  const isListed = value === undefined || ratios.includes(value)
  const shown = typed ?? (isListed ? '' : value)
  const { error } = readRatio(shown)
  const choose = (ratio: string) => {
    forgetTyped(place)
    onChange(ratio === 'auto' ? undefined : ratio)
  }
  const type = (text: string) => {
    keepTyped(place, text)
    const read = readRatio(text)
    if (read.error === undefined) onChange(read.value)
  }
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup.Root
        aria-label="Aspect ratio"
        value={value ?? 'auto'}
        onValueChange={choose}
        className="grid grid-cols-4 gap-1.5"
      >
        <Choice value="auto" name="Automatic" />
        {ratios.map((ratio) => (
          <Choice key={ratio} value={ratio} name={ratio} />
        ))}
      </RadioGroup.Root>
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

function Choice({ value, name }: { value: string; name: string }) {
  const isAutomatic = value === 'auto'
  const size = isAutomatic ? { width: box - 4, height: box - 4 } : drawRatio(value, box)
  return (
    <RadioGroup.Item
      value={value}
      aria-label={name}
      title={isAutomatic ? 'Automatic: as the picture that is edited, else square' : undefined}
      className="group flex h-13 min-w-0 flex-col items-center justify-end gap-1 rounded-md border border-line bg-raised pb-1 text-soft transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-wash data-[state=checked]:text-accent"
    >
      <span aria-hidden="true" className="flex flex-1 items-end">
        <span
          style={size}
          className={`block rounded-[2px] border-[1.5px] border-current ${isAutomatic ? 'border-dashed' : ''}`}
        />
      </span>
      <span className="text-xs tabular-nums">{isAutomatic ? 'Auto' : name}</span>
    </RadioGroup.Item>
  )
}
