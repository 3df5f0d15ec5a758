// The compared answers to a prompt, and the parameters in which they differ.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { findTurn, type LiveChat } from '../../../state/fold-chat'
import { parameterNames } from '../parameter-names'

/** Ids of the compared answers; empty if the turn is not part of a comparison. */
export function listColumns(chat: LiveChat, turnId: string): readonly string[] {
  const comparison = findTurn(chat, turnId)?.comparison
  if (!comparison) return []
  const compared = (chat.alternates[turnId] ?? []).filter(
    (id) => findTurn(chat, id)?.comparison === comparison,
  )
  return compared.length > 1 ? compared : []
}

/** The same names for each column, so that rows can be compared. */
export function listDifferences(
  columns: readonly (ChatParameters | null)[],
): { name: string; value: string }[][] {
  // The record has every parameter; the model is in the column's header.
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
