// Requests and responses of the Gemini API: generateContent (specification §2, E2–E9, E11–E13, E15–E17), long-running
// video operations (E10, decisions §8), embeddings (E14, wire §6), and uploaded files (wire §9.1).
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

export const PredictLongRunningRequest = z.looseObject({
  instances: z
    .array(z.looseObject({ prompt: z.string({ error: 'must be a string' }) }), {
      error: 'must be an array of instances',
    })
    .min(1, 'is required'),
  parameters: z.looseObject({}).optional(),
})
export type PredictLongRunningRequest = z.infer<typeof PredictLongRunningRequest>

const GeneratedSample = z.looseObject({
  video: z.looseObject({ uri: z.string().optional() }).optional(),
})

/** `done` absent means running. */
export const Operation = z.looseObject({
  name: z.string(),
  done: z.boolean().optional(),
  metadata: z.looseObject({}).optional(),
  response: z
    .looseObject({
      generateVideoResponse: z
        .looseObject({
          generatedSamples: z.array(GeneratedSample).optional(),
          raiMediaFilteredCount: z.number().optional(),
          raiMediaFilteredReasons: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).optional(),
})
export type Operation = z.infer<typeof Operation>

export const EmbedContentRequest = z.looseObject({
  content: z.looseObject({
    parts: z.array(z.looseObject({}), { error: 'must be an array of parts' }).min(1, 'must not be empty'),
  }),
  taskType: z.string().optional(),
  title: z.string().optional(),
  outputDimensionality: z.number().int().positive().optional(),
})
export type EmbedContentRequest = z.infer<typeof EmbedContentRequest>

export const EmbedContentResponse = z.looseObject({
  embedding: z.looseObject({ values: z.array(z.number()) }),
})
export type EmbedContentResponse = z.infer<typeof EmbedContentResponse>

/** The upstream accepts at most 100 requests in a batch (wire §6). */
export const BatchEmbedContentsRequest = z.looseObject({
  requests: z
    .array(EmbedContentRequest, { error: 'must be an array of requests' })
    .min(1, 'must not be empty')
    .max(100, 'a batch can have up to 100 requests'),
})
export type BatchEmbedContentsRequest = z.infer<typeof BatchEmbedContentsRequest>

export const BatchEmbedContentsResponse = z.looseObject({
  embeddings: z.array(z.looseObject({ values: z.array(z.number()) })),
})

export const UploadedFile = z.looseObject({
  /** `files/<id>` */
  name: z.string().optional(),
  displayName: z.string().optional(),
  mimeType: z.string().optional(),
  /** Bytes, as decimal digits. */
  sizeBytes: z.union([z.string(), z.number()]).optional(),
  /** Value of `fileData.fileUri` for this file. */
  uri: z.string().optional(),
  /** Generated files only. */
  downloadUri: z.string().optional(),
  /** `PROCESSING`, `ACTIVE` or `FAILED`. */
  state: z.string().optional(),
})
export type UploadedFile = z.infer<typeof UploadedFile>

/** The final response of an upload. */
export const UploadFileResponse = z.looseObject({ file: UploadedFile })

export const ListFilesResponse = z.looseObject({
  files: z.array(UploadedFile).optional(),
  nextPageToken: z.string().optional(),
})

/** The prompt that follows the text of an incomplete answer, to request the rest of it. */
export const continuationPrompt =
  'Your last answer broke off. Continue it exactly where it ends, with the next character: repeat nothing, add no introduction, and do not open a block of code, a list, or a table again that is still open.'
