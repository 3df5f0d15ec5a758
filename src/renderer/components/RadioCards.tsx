// A radio group of cards, each with its description.
import { RadioGroup } from 'radix-ui'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly description?: string
}

interface RadioCardsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
}

export function RadioCards<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: RadioCardsProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      // Radix returns one of the values below.
      onValueChange={(next) => onChange(next as Value)}
      className="flex flex-wrap gap-2"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          aria-label={choice.label}
          className="group flex min-w-36 flex-1 items-start gap-2 rounded-lg border border-line-strong bg-raised px-3 py-2 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-wash"
        >
          <span className="mt-1 flex size-3 shrink-0 items-center justify-center rounded-full border border-faint group-data-[state=checked]:border-accent">
            <RadioGroup.Indicator className="size-1.5 rounded-full bg-accent" />
          </span>
          <span className="flex flex-col">
            <span className="font-medium">{choice.label}</span>
            {choice.description && <span className="text-soft text-sm">{choice.description}</span>}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
