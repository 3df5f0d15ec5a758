// A choice of aspect ratios, each drawn in its shape, or none.
import { RadioGroup } from 'radix-ui'

interface RatioRadioGroupProps {
  readonly label: string
  readonly ratios: readonly string[]
  /** Undefined means none. */
  readonly value: string | undefined
  /** Describes the choice of none. */
  readonly automatic: string
  readonly onChange: (ratio: string | undefined) => void
}

const box = 22
const none = 'auto'

export function RatioRadioGroup({ label, ratios, value = none, automatic, onChange }: RatioRadioGroupProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(option) => onChange(option === none ? undefined : option)}
      className="grid grid-cols-4 gap-1.5"
    >
      <Choice value={none} name="Auto" title={automatic} />
      {ratios.map((ratio) => (
        <Choice key={ratio} value={ratio} name={ratio} />
      ))}
    </RadioGroup.Root>
  )
}

function Choice({ value, name, title }: { value: string; name: string; title?: string }) {
  const isNone = value === none
  const size = isNone ? { width: box - 4, height: box - 4 } : drawRatio(value, box)
  return (
    <RadioGroup.Item
      value={value}
      aria-label={name}
      title={title}
      className="group flex h-13 min-w-0 flex-col items-center justify-end gap-1 rounded-md border border-line bg-raised pb-1 text-soft transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-wash data-[state=checked]:text-accent"
    >
      <span aria-hidden="true" className="flex flex-1 items-end">
        <span
          style={size}
          className={`block rounded-[2px] border-[1.5px] border-current ${isNone ? 'border-dashed' : ''}`}
        />
      </span>
      <span className="text-xs tabular-nums">{isNone ? 'Auto' : name}</span>
    </RadioGroup.Item>
  )
}

/** The sides of a rectangle of this ratio within a square box. */
function drawRatio(ratio: string, box: number): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = box / Math.max(width, height)
  // Thinner than this it would be a line.
  const side = (length: number) => Math.max(3, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
