// What compared answers were asked for with, as far as it differs between them.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { parameterNames } from '../parameter-names'

export interface Difference {
  readonly name: string
  readonly value: string
}

/** For each column the same names, so that they can be read across. */
export function listDifferences(columns: readonly (ChatParameters | null)[]): Difference[][] {
  // The entries are those of a record that has every parameter; the model stands above the column.
  const entries = (Object.entries(parameterNames) as [keyof ChatParameters, string][]).filter(
    ([key]) => key !== 'model',
  )
  const differing = entries.filter(([key]) => {
    const values = columns.map((column) => JSON.stringify(column?.[key]))
    return new Set(values).size > 1
  })
  return columns.map((column) =>
    differing.map(([key, name]) => ({ name, value: describeValue(column?.[key]) })),
  )
}

function describeValue(value: ChatParameters[keyof ChatParameters]): string {
  if (value === undefined) return 'default'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return value.on ? 'on' : 'off'
  return value.map((item) => (typeof item === 'string' ? item : item.threshold)).join(', ')
}
