// Creates a video from the form; if that fails, reports the error beside its field and keeps the form.
import { useState } from 'react'
import { describeError } from '../../../api/describe-error'
import { useAttachments } from '../../../state/attachments'
import {
  findVideoProblems,
  makeVideo,
  useVideoForm,
  type VideoDraft,
  type VideoProblems,
} from '../../../state/video-form'

interface CreateVideoState {
  readonly sending: boolean
  /** About the form as a whole. */
  readonly error: string | null
  /** The draft that was rejected: its problems are not shown for a changed one. */
  readonly rejected: { readonly draft: VideoDraft; readonly problems: VideoProblems } | null
  /** Failed attempts; each one focuses the first invalid field. */
  readonly attempts: number
}

const idle: CreateVideoState = { sending: false, error: null, rejected: null, attempts: 0 }

export function useCreateVideo() {
  const draft = useVideoForm((state) => state.form)
  const isUploading = useAttachments(({ uploads }) => uploads.some(({ key }) => key.startsWith('video:')))
  const [state, setState] = useState(idle)
  const { sending, error, rejected, attempts } = state
  const { prompt, ...problems } = findVideoProblems(draft)
  const isPromptShown = prompt !== undefined && (draft.prompt !== '' || attempts > 0)
  const isRejected = rejected?.draft === draft
  const reject = (rejection: FormErrors) =>
    setState((now) => ({
      sending: false,
      error: rejection.error,
      rejected: { draft, problems: rejection.problems },
      attempts: now.attempts + 1,
    }))
  const make = () => {
    if (sending) return
    if (isUploading) return reject({ error: 'A picture is still on its way.', problems: {} })
    if (prompt !== undefined || Object.keys(problems).length > 0) return reject({ error: null, problems: {} })
    setState((now) => ({ ...now, sending: true, error: null }))
    makeVideo(draft).then(
      () => setState(idle),
      (failure) => reject(readFormErrors(failure, draft)),
    )
  }
  return {
    draft,
    sending,
    error: isRejected ? error : null,
    problems: {
      ...problems,
      ...(isPromptShown ? { prompt } : {}),
      ...(isRejected ? rejected.problems : {}),
    } satisfies VideoProblems,
    attempts,
    make,
  }
}

interface FormErrors {
  /** Null if the messages of the fields say everything. */
  readonly error: string | null
  readonly problems: VideoProblems
}

/** Assigns a message such as `references[1]: the image is not in the media folder` to its field. */
export function readFormErrors(error: unknown, draft: VideoDraft): FormErrors {
  const text = describeError(error)
  const [, field, message] = /^(\w+)(?:[[.]\w+\]?)*: (.+)$/s.exec(text) ?? []
  if (!field || !message || !(field in draft)) return { error: text, problems: {} }
  return { error: null, problems: { [field]: message } }
}
