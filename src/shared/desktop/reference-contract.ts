// The part of the desktop contract about requests from the reference.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'

const SentFile = z.object({
  media: z.string(),
  name: z.string().min(1).max(300),
  mimeType: z.string(),
  /** Fields of a form whose last part is the file. Null sends its bytes alone. */
  fields: z.record(z.string(), z.string()).nullable(),
})

/** The application adds its own key. */
const ReferenceRequest = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** With the query, without a credential. */
  path: z.string().max(8192).startsWith('/'),
  headers: z.record(z.string(), z.string()),
  /** A text, or a file of the media folder. */
  body: z.union([z.string(), SentFile]).nullable(),
})
export type ReferenceRequest = z.infer<typeof ReferenceRequest>

/** `at`: milliseconds after the request was sent. */
const ReferenceEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('head'),
    at: z.number(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    /** Identifies it in the request log. */
    exchangeId: z.string().nullable(),
  }),
  /** A whole body, or one event of a stream. Base64 is replaced by `media`, the hash of a stored file. */
  z.object({ type: z.literal('text'), at: z.number(), text: z.string() }),
  /** A body that isn't text, stored as a file. */
  z.object({
    type: z.literal('media'),
    at: z.number(),
    media: z.string(),
    mimeType: z.string(),
    bytes: z.number(),
  }),
  z.object({ type: z.literal('end'), at: z.number(), bytes: z.number() }),
])
export type ReferenceEvent = z.infer<typeof ReferenceEvent>

export const referenceContract = {
  reference: {
    /** Sends a request through the gateway, like the window's own ones. Aborting the stream stops it. */
    send: oc.input(ReferenceRequest).output(eventIterator(ReferenceEvent)),
  },
} as const
