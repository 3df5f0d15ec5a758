// The settings that new chats start with: those that the user has saved for this, else the built-in ones.

import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { toAvailableModel } from '#shared/models/aliases'
import { catalog } from '#shared/models/catalog'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { followOtherWindows } from './follow-other-windows'

const builtInParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }

const toBuiltIn = ({ upstream }: Pick<ApplicationStatus, 'upstream'>): string =>
  // The dates are the vendors': the demo and other services keep every model.
  upstream.kind === 'vendor'
    ? toAvailableModel(builtInParameters.model, catalog, Date.now())
    : builtInParameters.model

/** Shares one object for each model, so that an equal start does not render anything again. */
const starts = new Map([[builtInParameters.model, builtInParameters]])

function toStart(model: string | undefined): ChatParameters {
  if (model === undefined) return builtInParameters
  const start = starts.get(model) ?? { ...builtInParameters, model }
  starts.set(model, start)
  return start
}

/** Never a model that the selected provider has retired. */
export function readBuiltInParameters(): ChatParameters {
  const status = queryClient.getQueryData(queries.application.status.queryKey())
  return toStart(status && toBuiltIn(status))
}

export function useBuiltInParameters(): ChatParameters {
  const { data } = useQuery(queries.application.status.queryOptions({ select: toBuiltIn }))
  return toStart(data)
}

interface ChatStart {
  readonly saved: ChatParameters | null
}

export const useChatStart = create<ChatStart>()(
  persist((): ChatStart => ({ saved: null }), {
    name: 'chat-start',
    version: 1,
    merge: (stored, initial) => {
      const { saved = null } = (stored as Partial<ChatStart> | undefined) ?? {}
      if (typeof saved?.model !== 'string') return initial
      void resetIfInvalid(saved)
      return { saved }
    },
  }),
)
followOtherWindows(useChatStart)

/** The schema is loaded only for this. */
async function resetIfInvalid(saved: ChatParameters) {
  const { ChatParameters } = await import('#shared/schemas/chat-parameters')
  if (!ChatParameters.safeParse(saved).success) saveChatStart(null)
}

export function readChatStart(): ChatParameters {
  return useChatStart.getState().saved ?? readBuiltInParameters()
}

/** Null restores the built-in settings. */
export function saveChatStart(saved: ChatParameters | null) {
  useChatStart.setState({ saved })
}

/** Changes some of the saved settings. What is then equal to the built-in ones is not saved. */
export function changeChatStart(change: Partial<ChatParameters>) {
  const builtIn = readBuiltInParameters()
  const merged = { ...readChatStart(), ...change }
  const { systemInstruction, streaming, ...others } = merged
  const next: ChatParameters = {
    ...others,
    ...(systemInstruction && { systemInstruction }),
    ...(streaming === false && { streaming }),
  }
  saveChatStart(areEqual(next, builtIn) ? null : next)
}

function areEqual(one: ChatParameters, other: ChatParameters): boolean {
  const toText = (parameters: ChatParameters) => JSON.stringify(Object.entries(parameters).sort())
  return toText(one) === toText(other)
}
