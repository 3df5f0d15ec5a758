// Creates a video from the form; if that fails, the error is shown beside its field and the form stays.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../api/describe-error'
import { findMissingKind } from '../../../models/served-model'
import { useAttachments } from '../../../state/attachments'
import {
  findVideoProblems,
  makeVideo,
  type VideoDraft,
  type VideoProblems,
  videoForm,
  wasSent,
} from '../../../state/video-form'

export function useCreateVideo() {
  const draft = videoForm.useForm((form) => form)
  /** Failed attempts; each one focuses the first invalid field. */
  const [attempts, setAttempts] = useState(0)
  /** The sent form that the user has tried to send again without a change. */
  const [repeated, setRepeated] = useState<VideoDraft | null>(null)
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: sendForm,
    onSuccess: () => setAttempts(0),
    onError: () => setAttempts((count) => count + 1),
  })
  const { prompt, ...problems } = findVideoProblems(draft)
  const isPromptShown = prompt !== undefined && (draft.prompt !== '' || attempts > 0)
  // The problems of a rejected draft are not shown for a changed one.
  const rejection = error && variables === draft ? readFormErrors(error, draft) : null
  const create = (again = false) => {
    if (isPending || findMissingKind('video') !== undefined) return
    if (wasSent(draft) && !again) return setRepeated(draft)
    setRepeated(null)
    const isValid = prompt === undefined && Object.keys(problems).length === 0
    if (isValid || isUploading()) return mutate(draft)
    reset()
    setAttempts((count) => count + 1)
  }
  return {
    draft,
    sending: isPending,
    error: rejection?.error ?? null,
    problems: {
      ...problems,
      ...(isPromptShown ? { prompt } : {}),
      ...rejection?.problems,
    } satisfies VideoProblems,
    attempts,
    create,
    isRepeat: repeated === draft,
    cancelRepeat: () => setRepeated(null),
  }
}

function isUploading(): boolean {
  return useAttachments.getState().uploads.some(({ key }) => key.startsWith('video:'))
}

async function sendForm(draft: VideoDraft): Promise<void> {
  if (isUploading()) throw new Error('Wait for the image to finish loading.')
  await makeVideo(draft)
}

interface FormErrors {
  /** Null if the error messages of the fields suffice. */
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
