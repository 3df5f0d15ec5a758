// A picture that can be looked at in large: where its bytes are, and what is known of its making.
import type { Turn } from '#shared/schemas/chat'

export interface ViewedPicture {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
  /** The user's words for it: the prompt, a file's name. */
  readonly title: string
  /** The answer that it came with: tells time, tokens and model. */
  readonly turn?: Turn | undefined
  /** Where it is not given, what the answer was asked for with. */
  readonly asked?: AskedSize | undefined
}

export interface AskedSize {
  /** `16:9` */
  readonly aspectRatio?: string | undefined
  /** `2K`, `512` */
  readonly imageSize?: string | undefined
}
