// The parameters that the inspector edits: those of the open conversation, or of one column of a comparison.

import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  type ParametersChange,
  readDraft,
  toDraftKey,
  useDrafts,
  writeColumns,
} from '../../../state/drafts'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { setParameters, useParametersOf } from '../../../state/next-parameters'
import { afterPaint } from '../../../state/scheduling'

interface EditedParameters {
  readonly parameters: ChatParameters
  readonly change: (part: ParametersChange) => void
  /** Takes the place of all that is set. */
  readonly replace: (parameters: ChatParameters) => void
  readonly draftKey: string
  /** Names the conversation and the column, for what is kept beside the parameters. */
  readonly scope: string
  /** Of a comparison; 0 where there is none. */
  readonly columns: number
  readonly column: number
}

export function useEditedParameters(): EditedParameters {
  const { id, parameters: last } = useInspected()
  const key = toDraftKey(id)
  const own = useParametersOf(id, last)
  const columns = useDrafts(({ drafts }) => readDraft(drafts, key).columns)
  const chosen = useSelectedColumn(key)
  const column = Math.min(chosen, Math.max(0, (columns?.length ?? 1) - 1))
  const parameters = columns?.[column] ?? own
  const change = (part: ParametersChange) => {
    // Of what is set by then: a change may come long after this was drawn.
    const now = readDraft(useDrafts.getState().drafts, key).columns
    const edited = now?.[column]
    if (now && edited)
      writeColumns(
        key,
        now.map((each, index) => (index === column ? changeParameters(edited, part) : each)),
      )
    else setParameters(id, part)
  }
  const replace = (next: ChatParameters) => change({ ...toNothing(parameters), ...next })
  return {
    parameters,
    change,
    replace,
    draftKey: key,
    scope: `${key}#${column}`,
    columns: columns?.length ?? 0,
    column,
  }
}

function toNothing(parameters: ChatParameters): ParametersChange {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]))
}

interface InspectedConversation {
  /** Null is a new conversation, not sent yet. */
  readonly id: string | null
  /** Of its last prompt; undefined where there is none yet. */
  readonly parameters: ChatParameters | undefined
}

export const Inspected = createContext<InspectedConversation>({ id: null, parameters: undefined })

function useInspected(): InspectedConversation {
  return useContext(Inspected)
}

interface DeferredInspected {
  readonly inspected: InspectedConversation
  /** The open conversation is another, or not known yet: what is set here must not be taken for its. */
  readonly isBehind: boolean
}

/**
 * Its many controls are drawn after what is read, and once: when the conversation's parameters are known. React's own
 * deferring will not do, for an answer that is written holds it up.
 */
export function useDeferredInspected(): DeferredInspected {
  const openId = useNavigation((navigation) => navigation.conversationId)
  const isKnown = useChat(openId, (chat) => openId === null || chat.conversation !== null)
  const [id, setId] = useState(openId)
  const live = useChat(id, (chat) => chat.conversation)
  const [kept, setKept] = useState(live)
  // One that was left is not live any more; what it was stays till the next one has come.
  if (live && live !== kept) setKept(live)
  const parameters = kept?.id === id ? kept.parameters : undefined
  const inspected = useMemo(() => ({ id, parameters }), [id, parameters])
  const isLeft = id !== openId
  useEffect(
    () => (isLeft && isKnown ? afterPaint(() => setId(openId)) : undefined),
    [isLeft, isKnown, openId],
  )
  return { inspected, isBehind: isLeft || !isKnown }
}

/** Counted from 0, by the draft's key; it stands beyond the last column where some were taken away. */
const useColumnChoice = create<{ readonly columns: Readonly<Record<string, number>> }>()(() => ({
  columns: {},
}))

function useSelectedColumn(draftKey: string): number {
  return useColumnChoice(({ columns }) => columns[draftKey] ?? 0)
}

export function selectColumn(draftKey: string, column: number) {
  useColumnChoice.setState(({ columns }) => ({ columns: { ...columns, [draftKey]: column } }))
}

/** The chosen one stays chosen where one before it is taken away. */
export function forgetColumnChoice(draftKey: string, removed: number) {
  const chosen = useColumnChoice.getState().columns[draftKey] ?? 0
  if (removed < chosen) selectColumn(draftKey, chosen - 1)
}
