// What the composers of Chat and of Images share: the draft with its size, and the state of its submission.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '#shared/schemas/draft'
import { defaultGatewayLimits } from '#shared/schemas/settings'
import { describeError } from '../api/describe-error'
import { queries } from '../api/desktop'
import { useUploads } from '../attachments/AttachmentList'
import { measureRequest, type RequestSize, useHistorySize } from '../attachments/request-size'
import type { UploadingFile } from '../state/attachments'
import { stopAnswer } from '../state/chat-actions'
import { readDraft, useDrafts } from '../state/drafts'

export interface PromptDraft {
  readonly draftKey: string
  /** Null if it does not exist yet. */
  readonly conversationId: string | null
  readonly draft: Draft
  readonly uploads: readonly UploadingFile[]
  readonly size: RequestSize
  readonly limitMegabytes: number
}

/** `lastTurn` is the turn that the prompt follows: all up to it is sent again. */
export function usePromptDraft(
  draftKey: string,
  conversationId: string | null,
  lastTurn: string | undefined,
): PromptDraft {
  const draft = useDrafts(({ drafts }) => readDraft(drafts, draftKey))
  const uploads = useUploads(draftKey)
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const limitMegabytes = (settings?.limits ?? defaultGatewayLimits).jsonMegabytes
  const before = useHistorySize(conversationId, draft.attachments.length > 0 ? lastTurn : undefined)
  const size = measureRequest(draft, { before, limitMegabytes })
  return { draftKey, conversationId, draft, uploads, size, limitMegabytes }
}

interface SubmissionState {
  readonly isSending: boolean
  readonly error: string | null
  /** The user tried to submit what cannot be sent now. */
  readonly isRejected: boolean
}

export interface Submission extends SubmissionState {
  /** Does nothing while an earlier prompt is being sent. */
  readonly submit: (send: () => Promise<void>) => void
  readonly reject: () => void
  readonly stop: () => void
  /** Forgets the last error, because the prompt is being changed. */
  readonly clear: () => void
}

const idle: SubmissionState = { isSending: false, error: null, isRejected: false }

export function useSubmission(draftKey: string, conversationId: string | null): Submission {
  const [states, setStates] = useState<Readonly<Record<string, SubmissionState>>>({})
  const state = states[draftKey] ?? idle
  // Another conversation may be open by the time that the prompt is sent.
  const change = (next: Partial<SubmissionState>) =>
    setStates((now) => ({ ...now, [draftKey]: { ...idle, ...next } }))
  const fail = (error: unknown) => change({ error: describeError(error) })
  return {
    ...state,
    submit: (send) => {
      if (state.isSending) return
      change({ isSending: true })
      send().then(() => change(idle), fail)
    },
    reject: () => change({ isRejected: true }),
    stop: () => {
      if (conversationId) stopAnswer(conversationId).catch(fail)
    },
    clear: () => {
      if (state.error || state.isRejected) change(idle)
    },
  }
}
