// Unsent prompts, stored so that a crash or a switch of conversations does not lose them.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'

/** A file of the media folder, or a URL that the model fetches. */
export const Attachment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    /** Identifies it in lists, because the same file may be attached twice. */
    id: z.string(),
    /** SHA-256: `media://library/<media>` shows it. */
    media: z.string(),
    mimeType: z.string(),
    name: z.string(),
    bytes: z.number(),
    /** Pixels; only for images. */
    width: z.number().optional(),
    height: z.number().optional(),
  }),
  z.object({ kind: z.literal('uri'), id: z.string(), uri: z.string(), mimeType: z.string() }),
])
export type Attachment = z.infer<typeof Attachment>

export const Draft = z.object({
  text: z.string(),
  attachments: z.array(Attachment),
  /** Parameters of the next prompt; null if unchanged since the last one. */
  parameters: ChatParameters.nullable(),
  /** Columns of a comparison; null if the next prompt is not compared. */
  columns: z.array(ChatParameters).max(4).nullable(),
  /** Values of the variables in the text and the system instruction. Null sends the braces as written. */
  values: z.record(z.string(), z.string()).nullable().optional(),
  /** Only in drawings: the next step's variations, and the answer whose image is edited. Null starts a new drawing. */
  variations: z.number().int().min(1).max(8).optional(),
  after: z.string().nullable().optional(),
})
export type Draft = z.infer<typeof Draft>
