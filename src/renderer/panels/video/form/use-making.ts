// Makes a video of what stands in the form; where it is refused, says where, and all of it stays.
import { useState } from 'react'
import { useAttachments } from '../../../state/attachments'
import {
  findVideoProblems,
  makeVideo,
  useVideoForm,
  type VideoDraft,
  type VideoProblems,
} from '../../../state/video-form'
import { readRefusal } from './read-refusal'

interface MakingState {
  readonly sending: boolean
  /** Of the whole form. */
  readonly error: string | null
  /** What was refused, and the form that it is about: another one is another matter. */
  readonly refused: { readonly draft: VideoDraft; readonly problems: VideoProblems } | null
  /** How often it was tried in vain: each calls for a look at the first field that is wrong. */
  readonly attempts: number
}

const idle: MakingState = { sending: false, error: null, refused: null, attempts: 0 }

export function useMaking() {
  const draft = useVideoForm((state) => state.form)
  const isArriving = useAttachments(({ uploads }) => uploads.some(({ key }) => key.startsWith('video:')))
  const [state, setState] = useState(idle)
  const { sending, error, refused, attempts } = state
  const { prompt, ...problems } = findVideoProblems(draft)
  const isPromptTold = prompt !== undefined && (draft.prompt !== '' || attempts > 0)
  const told: VideoProblems = {
    ...problems,
    ...(isPromptTold ? { prompt } : {}),
    ...(refused?.draft === draft ? refused.problems : {}),
  }
  const refuse = (sentence: string | null, of: VideoProblems) =>
    setState((now) => ({
      sending: false,
      error: sentence,
      refused: { draft, problems: of },
      attempts: now.attempts + 1,
    }))
  const make = () => {
    if (sending) return
    if (isArriving) return refuse('A picture is still on its way.', {})
    if (prompt !== undefined || Object.keys(problems).length > 0) return refuse(null, {})
    setState((now) => ({ ...now, sending: true, error: null }))
    makeVideo(draft).then(
      () => setState(idle),
      (failure) => {
        const { error: sentence, problems: of } = readRefusal(failure, draft)
        refuse(sentence, of)
      },
    )
  }
  return { draft, sending, error: refused?.draft === draft ? error : null, problems: told, attempts, make }
}
