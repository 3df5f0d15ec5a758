// One filter: the values that there are, how many items each has, and which are set.
import { useState } from 'react'
import { Button } from '../../../components/Button'
import type { Option } from './list-options'

interface FilterGroupProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly chosen: readonly string[]
  readonly toName?: (value: string) => string
  readonly onToggle: (value: string) => void
}

const number = new Intl.NumberFormat('en')
/** More of them are a press away. */
const shortened = 8

export function FilterGroup({
  label,
  options,
  chosen,
  toName = (value) => value,
  onToggle,
}: FilterGroupProps) {
  const [isWhole, setWhole] = useState(false)
  if (options.length === 0) return null
  const shown = isWhole
    ? options
    : options.filter(({ value }, at) => at < shortened || chosen.includes(value))
  const hidden = options.length - shown.length
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="px-2 pb-1 font-medium text-faint text-xs">{label}</legend>
      {shown.map(({ value, count }) => (
        <FilterCheck
          key={value}
          name={toName(value)}
          count={count}
          checked={chosen.includes(value)}
          onToggle={() => onToggle(value)}
        />
      ))}
      {(hidden > 0 || isWhole) && options.length > shortened && (
        <Button size="small" look="quiet" className="self-start" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </fieldset>
  )
}

interface FilterCheckProps {
  readonly name: string
  readonly count: number | null
  readonly checked: boolean
  readonly onToggle: () => void
}

export function FilterCheck({ name, count, checked, onToggle }: FilterCheckProps) {
  return (
    <label className="flex h-7 shrink-0 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <input
        type="checkbox"
        aria-label={name}
        checked={checked}
        onChange={onToggle}
        className="size-3.5 shrink-0 accent-(--accent-fill)"
      />
      <span
        className={checked ? 'min-w-0 truncate font-medium text-ink' : 'min-w-0 truncate text-soft'}
        title={name}
      >
        {name}
      </span>
      {count !== null && (
        <span className="ml-auto pl-1 text-faint text-xs tabular-nums">{number.format(count)}</span>
      )}
    </label>
  )
}
