// A segmented control: one of a few short choices, side by side.
import { RadioGroup } from 'radix-ui'

interface Option<Value extends string> {
  readonly value: Value
  readonly name: string
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      disabled={disabled}
      // Radix returns one of the values below.
      onValueChange={(next) => onChange(next as Value)}
      className="flex min-w-0 max-w-full gap-0.5 self-start rounded-md bg-sunken p-0.5 data-[disabled]:opacity-50"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="h-6 min-w-0 truncate rounded-sm px-2 font-medium text-soft text-sm transition-colors hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-[0_0_0_1px_var(--line-strong)]"
        >
          {option.name}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
