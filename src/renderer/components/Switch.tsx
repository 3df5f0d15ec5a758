// A switch that takes effect immediately.
import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'
import { HintMark, HintText, HintTooltip } from './HintTooltip'

interface SwitchProps {
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <HintTooltip hint={hint} className="flex items-start justify-between gap-3">
      <div className="flex flex-col">
        <label htmlFor={id} className="font-medium text-soft text-sm leading-5">
          {label}
          <HintMark hint={hint} />
        </label>
        {hint && <HintText id={`${id}-hint`}>{hint}</HintText>}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-5 w-8 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors disabled:opacity-50 data-[state=checked]:border-accent-fill data-[state=checked]:bg-accent-fill"
      >
        <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-faint transition-transform data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </HintTooltip>
  )
}
