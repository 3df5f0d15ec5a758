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

/** The sides of a rectangle of this ratio within a square box. */
export function drawRatio(ratio: string, box: number): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = box / Math.max(width, height)
  // Thinner than this it would be a line.
  const side = (length: number) => Math.max(3, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
