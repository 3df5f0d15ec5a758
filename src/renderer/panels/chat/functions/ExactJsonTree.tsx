// A JSON value as an expandable tree, with the digits of integers beyond 2^53.
import { type ComponentProps, useMemo } from 'react'
import { readLargeInteger } from '#shared/wire/exact-json'
import { JsonTree } from '../../../components/JsonTree'

export function ExactJsonTree({ value, ...rest }: ComponentProps<typeof JsonTree>) {
  const shown = useMemo(() => showIntegers(value), [value])
  return <JsonTree value={Object(shown)} {...rest} />
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
