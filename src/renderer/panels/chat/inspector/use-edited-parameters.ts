// The parameters that the inspector edits: those of the open conversation, or of one column of a comparison.
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { useServedParameters } from '../../../models/served-model'
import {
  changeParameters,
  type ParametersChange,
  readDraft,
  toDraftKey,
  useDraft,
  writeColumns,
} from '../../../state/drafts'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { readSelectedParameters, setParameters, useParameters } from '../../../state/next-parameters'
import { afterPaint } from '../../../state/scheduling'

interface EditedParameters {
  readonly parameters: ChatParameters
  /** The model that was chosen; `parameters` have another one if the provider can't have it. */
  readonly selectedModel: string
  readonly change: (part: ParametersChange) => void
  /** Replaces all parameters. */
  readonly replace: (parameters: ChatParameters) => void
  readonly draftKey: string
  /** Identifies conversation and column, as the key of related state. */
  readonly scope: string
  /** Number of columns of a comparison; 0 if nothing is compared. */
  readonly columns: number
  readonly column: number
}

export function useEditedParameters(): EditedParameters {
  const { id, parameters: last } = useContext(Inspected)
  const key = toDraftKey(id)
  const written = useParameters(id, () => readSelectedParameters(id, last))
  const columns = useDraft(key, (draft) => draft.columns)
  const selected = useSelectedColumn(key)
  const column = Math.min(selected, Math.max(0, (columns?.length ?? 1) - 1))
  const edited = columns?.[column] ?? written
  const parameters = useServedParameters(edited, 'text')
  const change = (part: ParametersChange) => {
    // Based on the current parameters: a change may come long after this rendered.
    const now = readDraft(key).columns
    const current = now?.[column]
    if (now && current)
      writeColumns(
        key,
        now.map((each, index) => (index === column ? changeParameters(current, part) : each)),
      )
    else setParameters(id, part)
  }
  const replace = (next: ChatParameters) => change({ ...toUnset(edited), ...next })
  return {
    parameters,
    selectedModel: edited.model,
    change,
    replace,
    draftKey: key,
    scope: `${key}#${column}`,
    columns: columns?.length ?? 0,
    column,
  }
}

function toUnset(parameters: ChatParameters): ParametersChange {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]))
}

interface InspectedConversation {
  /** Null is a new conversation, not sent yet. */
  readonly id: string | null
  /** Parameters of its last prompt; undefined before the first one. */
  readonly parameters: ChatParameters | undefined
}

export const Inspected = createContext<InspectedConversation>({ id: null, parameters: undefined })

/**
 * The inspector's many controls render once, after the thread, when the conversation's parameters are known. React's
 * own deferring does not work here, because a streamed answer delays it. `isStale`: another conversation is open, or it
 * is not loaded yet, so these settings must not be mistaken for its own.
 */
export function useDeferredInspected() {
  const openId = useNavigation((navigation) => navigation.conversationId)
  const isKnown = useChat(openId, (chat) => openId === null || chat.conversation !== null)
  const [id, setId] = useState(openId)
  const live = useChat(id, (chat) => chat.conversation)
  const [latest, setLatest] = useState(live)
  // A closed conversation is no longer live; its last state stays until the next one is loaded.
  if (live && live !== latest) setLatest(live)
  const parameters = latest?.id === id ? latest.parameters : undefined
  const inspected = useMemo(() => ({ id, parameters }), [id, parameters])
  const hasChanged = id !== openId
  useEffect(
    () => (hasChanged && isKnown ? afterPaint(() => setId(openId)) : undefined),
    [hasChanged, isKnown, openId],
  )
  return { inspected, isStale: hasChanged || !isKnown }
}

/** An index by the draft's key; out of range if columns were removed. */
const useColumnChoice = create<{ readonly columns: Readonly<Record<string, number>> }>()(() => ({
  columns: {},
}))

function useSelectedColumn(draftKey: string): number {
  return useColumnChoice(({ columns }) => columns[draftKey] ?? 0)
}

export function selectColumn(draftKey: string, column: number) {
  useColumnChoice.setState(({ columns }) => ({ columns: { ...columns, [draftKey]: column } }))
}

/** The same column stays selected if one before it is removed. */
export function shiftColumnChoice(draftKey: string, removed: number) {
  const selected = useColumnChoice.getState().columns[draftKey] ?? 0
  if (removed < selected) selectColumn(draftKey, selected - 1)
}
