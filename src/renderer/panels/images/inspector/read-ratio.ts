// An aspect ratio as typed.
import { ChatParameters } from '#shared/schemas/chat-parameters'

type TypedRatio =
  | { readonly value: string | undefined; readonly error?: undefined }
  | { readonly error: string }

/** `16:9`, also written `16 / 9` or `16x9`; blank leaves it to the model. */
export function readRatio(text: string): TypedRatio {
  const typed = text.trim().replace(/\s*[:/x×]\s*/i, ':')
  if (typed === '') return { value: undefined }
  const read = ChatParameters.shape.aspectRatio.safeParse(typed)
  if (!read.success) return { error: read.error.issues[0]?.message ?? 'must be a ratio' }
  return { value: read.data }
}
