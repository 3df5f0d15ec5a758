// Sends what is written: as a prompt, into the queue while an answer runs, or to several models at once.
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import { describeError } from '../../../api/describe-error'
import { comparePrompt, queuePrompt, sendPrompt, stopAnswer } from '../../../state/chat-actions'
import { clearDraft, fitParameters, toDraftKey, toParts } from '../../../state/drafts'

interface SendingState {
  readonly sending: boolean
  readonly error: string | null
  /** It was tried to send what cannot be sent now. */
  readonly isRefused: boolean
}

interface Written {
  readonly draft: Draft
  readonly parameters: ChatParameters
  readonly models: readonly ModelSummary[]
}

const idle: SendingState = { sending: false, error: null, isRefused: false }

export function useSending(conversationId: string | null, running: boolean) {
  const [states, setStates] = useState<Readonly<Record<string, SendingState>>>({})
  const key = toDraftKey(conversationId)
  const state = states[key] ?? idle
  // Another conversation may be open by the time it is told.
  const tell = (next: Partial<SendingState>) => setStates((now) => ({ ...now, [key]: { ...idle, ...next } }))
  const fail = (error: unknown) => tell({ error: describeError(error) })
  const attempt = (work: Promise<void>) => {
    tell({ sending: true })
    work.then(() => tell(idle), fail)
  }
  return {
    ...state,
    send: (written: Written) => {
      if (!state.sending) attempt(send({ conversationId, running }, written))
    },
    stop: () => {
      if (!conversationId) return
      stopAnswer(conversationId).catch(fail)
    },
    refuse: () => tell({ isRefused: true }),
    forgive: () => (state.error || state.isRefused) && tell(idle),
  }
}

/** What was written meanwhile stays; where sending fails, all of it does. */
async function send(
  { conversationId, running }: { conversationId: string | null; running: boolean },
  { draft, models, ...written }: Written,
) {
  const parts = toParts(draft)
  const parameters = fitParameters(written.parameters, models)
  if (draft.columns && !running) {
    const columns = draft.columns.map((column) => fitParameters(column, models))
    await comparePrompt({ conversationId, parts, columns })
  } else if (running && conversationId) await queuePrompt({ conversationId, parts, parameters })
  else await sendPrompt({ conversationId, parts, parameters })
  clearDraft(toDraftKey(conversationId), draft)
}
