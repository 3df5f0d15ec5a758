// What the user has written and not sent yet, kept so that neither a crash nor a switch loses it.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'

/** A file of the media folder, or a file that the model fetches by its address. */
export const Attachment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    /** Names it in lists; the same file may be attached twice. */
    id: z.string(),
    /** SHA-256: `media://library/<media>` shows it. */
    media: z.string(),
    mimeType: z.string(),
    name: z.string(),
    bytes: z.number(),
    /** Pixels, of pictures. */
    width: z.number().optional(),
    height: z.number().optional(),
  }),
  z.object({ kind: z.literal('uri'), id: z.string(), uri: z.string(), mimeType: z.string() }),
])
export type Attachment = z.infer<typeof Attachment>

export const Draft = z.object({
  text: z.string(),
  attachments: z.array(Attachment),
  /** What the next prompt is sent with, where the user has changed it since the last one. */
  parameters: ChatParameters.nullable(),
  /** The columns of a comparison, where the next prompt is one. */
  columns: z.array(ChatParameters).max(4).nullable(),
  /** Of a drawing: how many of the next step, and the answer whose picture is edited. Null begins anew. */
  variations: z.number().int().min(1).max(8).optional(),
  after: z.string().nullable().optional(),
})
export type Draft = z.infer<typeof Draft>
