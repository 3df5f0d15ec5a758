// Requests and responses of generateContent and its streamed form (specification §2, E2–E9, E11–E13, E15–E17).
import { z } from 'zod'
import { Content, RequestContent, UsageMetadata } from './content'

export const GenerateContentRequest = z.looseObject({
  contents: z.array(RequestContent, { error: 'must be an array of contents' }).min(1, 'must not be empty'),
  systemInstruction: z.looseObject({}).optional(),
  system_instruction: z.looseObject({}).optional(),
  generationConfig: z.looseObject({}).optional(),
  generation_config: z.looseObject({}).optional(),
  tools: z.array(z.looseObject({})).optional(),
})
export type GenerateContentRequest = z.infer<typeof GenerateContentRequest>

const UrlMetadata = z.looseObject({
  retrievedUrl: z.string().optional(),
  urlRetrievalStatus: z.string().optional(),
})

/** `finishReason` is open-ended; `STOP` is the only normal end (wire §2.5). */
export const Candidate = z.looseObject({
  content: Content.optional(),
  finishReason: z.string().optional(),
  finishMessage: z.string().optional(),
  index: z.number().optional(),
  urlContextMetadata: z.looseObject({ urlMetadata: z.array(UrlMetadata).optional() }).optional(),
  groundingMetadata: z.looseObject({}).optional(),
})
export type Candidate = z.infer<typeof Candidate>

const PromptFeedback = z.looseObject({ blockReason: z.string().optional() })

/** A complete response, or one chunk of a stream. */
export const GenerateContentResponse = z.looseObject({
  candidates: z.array(Candidate).optional(),
  promptFeedback: PromptFeedback.optional(),
  usageMetadata: UsageMetadata.optional(),
  modelVersion: z.string().optional(),
  responseId: z.string().optional(),
})
export type GenerateContentResponse = z.infer<typeof GenerateContentResponse>

export const CountTokensRequest = z.looseObject({
  contents: z.array(RequestContent).min(1, 'must not be empty').optional(),
  generateContentRequest: z.looseObject({}).optional(),
})
export const CountTokensResponse = z.looseObject({ totalTokens: z.number() })
