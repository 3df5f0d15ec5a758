// Transcription requests (specification E1, wire §8): the fields of the multipart form, and the response.
import { z } from 'zod'

/** The form's text fields. `file` is streamed separately and never part of this object. */
export const TranscriptionForm = z.looseObject({
  model: z.string({ error: 'is required' }).min(1, 'is required'),
  stream: z.string().optional(),
  response_format: z.string().optional(),
})
export type TranscriptionForm = z.infer<typeof TranscriptionForm>

export const TranscriptionResponse = z.looseObject({ text: z.string() })
export type TranscriptionResponse = z.infer<typeof TranscriptionResponse>
