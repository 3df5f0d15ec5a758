// What the application refuses of a form: beside its field where it names one, else for all of it.
import { describeError } from '../../../api/describe-error'
import type { VideoDraft, VideoProblems } from '../../../state/video-form'

interface Refusal {
  /** A sentence; null where the fields say all of it. */
  readonly error: string | null
  readonly problems: VideoProblems
}

/** `references[1]: the image is not in the media folder` is about the references. */
export function readRefusal(error: unknown, draft: VideoDraft): Refusal {
  const sentence = describeError(error)
  const [, field, message] = /^(\w+)(?:[[.]\w+\]?)*: (.+)$/s.exec(sentence) ?? []
  if (!field || !message || !(field in draft)) return { error: sentence, problems: {} }
  return { error: null, problems: { [field]: message } }
}
