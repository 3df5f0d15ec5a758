// Sends what is written: as a prompt, into the queue while an answer runs, or to several models at once.
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import { describeError } from '../../../desktop/describe-error'
import { comparePrompt, queuePrompt, sendPrompt, stopAnswer } from '../../../session/chat-verbs'
import { clearDraft, fitParameters, toDraftKey, toParts } from '../../../session/drafts'

interface SendingState {
  readonly sending: boolean
  readonly error: string | null
}

interface Written {
  readonly draft: Draft
  readonly parameters: ChatParameters
  readonly models: readonly ModelSummary[]
}

const idle: SendingState = { sending: false, error: null }

export function useSending(conversationId: string | null, running: boolean) {
  const [state, setState] = useState(idle)
  const attempt = (work: Promise<void>) => {
    setState({ sending: true, error: null })
    work.then(
      () => setState(idle),
      (error) => setState({ sending: false, error: describeError(error) }),
    )
  }
  return {
    ...state,
    send: (written: Written) => {
      if (!state.sending) attempt(send({ conversationId, running }, written))
    },
    stop: () => {
      if (!conversationId) return
      stopAnswer(conversationId).catch((error) => setState({ sending: false, error: describeError(error) }))
    },
    refuse: (error: string) => setState({ sending: false, error }),
    forgive: () => setState((now) => (now.error ? idle : now)),
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
