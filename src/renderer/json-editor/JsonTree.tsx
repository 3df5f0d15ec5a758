// A JSON value as an expandable tree, with the digits of integers beyond 2^53.
import { useMemo } from 'react'
import { JsonView } from 'react-json-view-lite'
import { readLargeInteger } from '#shared/wire/exact-json'

interface JsonTreeProps {
  readonly label: string
  /** An object or an array. */
  readonly value: object
  /** Levels that are expanded initially. */
  readonly depth?: number
}

const classNames = {
  container: 'json-tree selectable',
  basicChildStyle: 'json-child',
  childFieldsContainer: 'json-children',
  label: 'json-label',
  clickableLabel: 'json-label',
  nullValue: 'json-word',
  undefinedValue: 'json-word',
  numberValue: 'json-word',
  stringValue: 'json-string',
  booleanValue: 'json-word',
  otherValue: 'json-word',
  punctuation: 'json-sign',
  expandIcon: 'json-expand',
  collapseIcon: 'json-collapse',
  collapsedContent: 'json-collapsed',
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  ariaLables: { collapseJson: 'Collapse', expandJson: 'Expand' },
  stringifyStringValues: true,
} as const

export function JsonTree({ label, value, depth = 3 }: JsonTreeProps) {
  const shown = useMemo(() => Object(showIntegers(value)), [value])
  return (
    <JsonView
      data={shown}
      style={classNames}
      shouldExpandNode={(level) => level < depth}
      clickToExpandNode
      aria-label={label}
    />
  )
}

/** Of all objects, the tree shows only dates as one word. */
class LargeInteger extends Date {
  readonly #digits: string

  constructor(digits: string) {
    super()
    this.#digits = digits
  }

  override toISOString(): string {
    return this.#digits
  }
}

function showIntegers(value: unknown): unknown {
  const digits = readLargeInteger(value)
  if (digits !== undefined) return new LargeInteger(digits)
  if (Array.isArray(value)) return value.map(showIntegers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, showIntegers(member)]))
}
