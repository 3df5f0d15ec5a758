// A group of filters as checkboxes, each with the number of what it finds.
import { useState } from 'react'
import { Button } from './Button'
import { formatCount } from './format'

interface FilterGroupProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly selected: readonly string[]
  readonly toName?: (value: string) => string
  readonly onToggle: (value: string) => void
}

/** A button shows the others. */
const maxShownOptions = 8

export function FilterGroup({
  label,
  options,
  selected,
  toName = (value) => value,
  onToggle,
}: FilterGroupProps) {
  const [isExpanded, setExpanded] = useState(false)
  if (options.length === 0) return null
  const shown = isExpanded
    ? options
    : options.filter(({ value }, at) => at < maxShownOptions || selected.includes(value))
  const hidden = options.length - shown.length
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="px-2 pb-1 font-medium text-faint text-xs">{label}</legend>
      {shown.map(({ value, count }) => (
        <FilterCheck
          key={value}
          name={toName(value)}
          count={count}
          checked={selected.includes(value)}
          onToggle={() => onToggle(value)}
        />
      ))}
      {(hidden > 0 || isExpanded) && options.length > maxShownOptions && (
        <Button size="small" variant="quiet" className="self-start" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show ${formatCount(hidden)} more`}
        </Button>
      )}
    </fieldset>
  )
}

interface FilterCheckProps {
  readonly name: string
  readonly count: number
  readonly checked: boolean
  readonly onToggle: () => void
}

export function FilterCheck({ name, count, checked, onToggle }: FilterCheckProps) {
  return (
    <label className="flex h-7 shrink-0 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <input type="checkbox" aria-label={name} checked={checked} onChange={onToggle} />
      <span
        className={checked ? 'min-w-0 truncate font-medium text-ink' : 'min-w-0 truncate text-soft'}
        title={name}
      >
        {name}
      </span>
      <span className="ml-auto pl-1 text-faint text-xs tabular-nums">{formatCount(count)}</span>
    </label>
  )
}

interface Option {
  readonly value: string
  readonly count: number
}

interface OptionSources {
  /** The values without any filter, in their order; undefined while they load. */
  readonly known: readonly Option[] | undefined
  readonly selected: readonly string[]
}

/** Known and selected values stay in the list, even if nothing with the other filters has them. */
export function listOptions(counted: readonly Option[], { known = [], selected }: OptionSources): Option[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]))
  const values = new Set([...known.map(({ value }) => value), ...counts.keys(), ...selected])
  return [...values].map((value) => ({ value, count: counts.get(value) ?? 0 }))
}
