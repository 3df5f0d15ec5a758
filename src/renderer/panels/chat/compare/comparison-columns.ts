// The compared answers to a prompt, the parameters in which they differ, and versions that are compared again.
import { useMemo } from 'react'
import { create } from 'zustand'
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

/** The versions of an answer by the first of them, so that they stay compared while another one is shown. */
const useComparedVersions = create<{ readonly opened: ReadonlySet<string> }>()(() => ({ opened: new Set() }))

const maxVersions = 4

const none: readonly string[] = []

/** Empty if they are not compared. */
export function useVersionColumns(versions: readonly string[], turnId: string): readonly string[] {
  const isOpen = useComparedVersions(({ opened }) => opened.has(versions[0] ?? ''))
  return useMemo(
    () => (isOpen && versions.length > 1 ? pickVersions(versions, turnId) : none),
    [isOpen, versions, turnId],
  )
}

export function compareVersions(versions: readonly string[], isOpen: boolean) {
  const [first] = versions
  if (first === undefined) return
  useComparedVersions.setState(({ opened }) => {
    const next = new Set(opened)
    if (isOpen) next.add(first)
    else next.delete(first)
    return { opened: next }
  })
}

/** The shown version with those before it, then those after it. */
export function pickVersions(versions: readonly string[], turnId: string): readonly string[] {
  const from = Math.max(0, versions.indexOf(turnId) - maxVersions + 1)
  return versions.slice(from, from + maxVersions)
}

export function listVersions(chat: LiveChat, turnId: string): readonly string[] {
  return chat.alternates[turnId] ?? none
}
