// Describes the fields of responses: what the specification lists, and what providers return besides.
import { z } from 'zod'
import { beyond, membersFrom, specified } from './request-fields'
import type { RouteId } from './routes'

const text = () => z.string().optional()
const number = () => z.number().optional()
const flag = () => z.boolean().optional()
/** Its members are the provider's. */
const object = () => z.looseObject({}).optional()
const objects = () => z.array(z.looseObject({})).optional()

const Blob = z.looseObject({
  mimeType: text().meta({ description: 'Its media type.', examples: ['image/png'] }),
  data: text().meta({ description: 'The bytes in Base64.' }),
})

const Part = z
  .looseObject({
    text: text().meta({ description: 'Text. In a stream, the next piece of it.' }),
    inlineData: Blob.optional().meta({ description: 'A generated image.' }),
    functionCall: z
      .looseObject({
        name: text().meta({ description: 'Name of the function to call.' }),
        args: object().meta({ description: 'Its arguments.' }),
        id: text().meta(beyond('Send it back with the result.')),
      })
      .optional()
      .meta({ description: 'A function that the model wants called.' }),
    thought: flag().meta(beyond('The text is a thought summary.')),
    thoughtSignature: text().meta(beyond('Opaque. Send back with this part.')),
    executableCode: object().meta(beyond('Code that the model has run.')),
    codeExecutionResult: object().meta(beyond('Its output.')),
  })
  .meta(membersFrom('§2 Part'))

const Content = z
  .looseObject({
    parts: z.array(Part).optional().meta({ description: 'Content fragments. Absent if blocked.' }),
    role: text().meta({ description: 'Always “model”; images may have none.' }),
  })
  .meta(membersFrom('§2 Candidate'))

const Candidate = z
  .looseObject({
    content: Content.optional().meta({ description: 'The answer.' }),
    finishReason: text().meta({
      description: 'Why it ended. Only STOP is a normal end; in a stream, in the last event.',
      examples: ['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'NO_IMAGE', 'IMAGE_SAFETY'],
    }),
    index: number().meta({ description: 'Position of the candidate.' }),
    finishMessage: text().meta(beyond('Why it ended, as a sentence.')),
    safetyRatings: objects().meta(beyond('What filters have found.')),
    citationMetadata: object().meta(beyond('Sources that the answer quotes.')),
    urlContextMetadata: object().meta(beyond('Status of each URL that was read.')),
    groundingMetadata: object().meta(beyond('Searches and their results.')),
  })
  .meta(membersFrom('§2 Candidate'))

const Usage = z
  .looseObject({
    promptTokenCount: number().meta({ description: 'Tokens of the request.' }),
    candidatesTokenCount: number().meta({ description: 'Tokens of the answer.' }),
    totalTokenCount: number().meta({ description: 'All tokens.' }),
    thoughtsTokenCount: number().meta(beyond('Tokens of thoughts.')),
    toolUsePromptTokenCount: number().meta(beyond('Tokens of what tools have added.')),
    cachedContentTokenCount: number().meta(beyond('Tokens from the cache.')),
    promptTokensDetails: objects().meta(beyond('Tokens of the request by modality.')),
    candidatesTokensDetails: objects().meta(beyond('Tokens of the answer by modality.')),
    toolUsePromptTokensDetails: objects().meta(beyond('Tokens of what tools have added, by modality.')),
  })
  .meta(membersFrom('§2 usageMetadata'))

const generate = z.looseObject({
  candidates: z
    .array(Candidate)
    .optional()
    .meta({ description: 'The answers. Absent if the prompt is blocked.' }),
  usageMetadata: Usage.optional().meta({
    description: 'Tokens used. In a stream, the last event counts.',
    ...specified('§2 usageMetadata'),
  }),
  promptFeedback: z
    .looseObject({
      blockReason: text().meta(beyond('Why the prompt is blocked.', { examples: ['SAFETY'] })),
      safetyRatings: objects().meta(beyond('What filters have found in the prompt.')),
    })
    .optional()
    .meta(beyond('Present if the prompt is blocked.')),
  modelVersion: text().meta(beyond('The model that answered.')),
  responseId: text().meta(beyond('Identifies the response at the provider.')),
  createTime: text().meta(beyond('Time of the response.')),
})

const OperationError = z.looseObject({
  code: number().meta(beyond('A gRPC code.')),
  message: text().meta(beyond('What failed.')),
})

const VideoResponse = z.looseObject({
  generatedSamples: z
    .array(
      z.looseObject({
        video: z
          .looseObject({ uri: text().meta(beyond('URL of the file at the gateway.')) })
          .optional()
          .meta(beyond('The video.')),
      }),
    )
    .optional()
    .meta(beyond('The videos.')),
  raiMediaFilteredCount: number().meta(beyond('Number of videos that a filter has removed.')),
  raiMediaFilteredReasons: z.array(z.string()).optional().meta(beyond('Why they were removed.')),
})

const operation = z.looseObject({
  name: z.string().meta({
    description: 'Name of the operation. Check it until it is done.',
    ...specified('§2 Operation'),
  }),
  done: flag().meta(beyond('True once the video is ready or has failed. Absent while it is generated.')),
  metadata: object().meta(beyond('Progress, if the provider reports it.')),
  response: z
    .looseObject({
      generateVideoResponse: VideoResponse.optional().meta(beyond('The result.')),
      '@type': text().meta(beyond('Type of the response.')),
    })
    .optional()
    .meta(beyond('The result, once it is done.')),
  error: OperationError.optional().meta(beyond('Why it failed.')),
})

const Embedding = z
  .looseObject({ values: z.array(z.number()).meta({ description: 'The vector.' }) })
  .meta(membersFrom('§2 Embedding response'))

const Model = z.looseObject({
  name: z.string().meta({ description: '“models/” and its ID.' }),
  version: text().meta({ description: 'Version of the model.' }),
  displayName: z.string().meta({ description: 'Its name for people.' }),
  description: text().meta({ description: 'What it is for.' }),
  inputTokenLimit: number().meta({ description: 'Length of its context in tokens.' }),
  outputTokenLimit: number().meta({ description: 'Maximum length of a response in tokens.' }),
  thinking: flag().meta({ description: 'True if it has thought summaries.' }),
  supportedGenerationMethods: z.array(z.string()).meta({
    description: 'Methods to use it with.',
    examples: [['generateContent', 'countTokens']],
  }),
})

const nextPageToken = text().meta({ description: 'For the next page; absent on the last one.' })

const File = z.looseObject({
  name: text().meta({ description: '“files/” and its ID.' }),
  displayName: text().meta({ description: 'Name of the file.' }),
  mimeType: text().meta({ description: 'Its media type.' }),
  sizeBytes: z
    .union([z.string(), z.number()])
    .optional()
    .meta({ type: 'string', description: 'Size in bytes.' }),
  createTime: text().meta({ description: 'When it was uploaded.' }),
  updateTime: text().meta({ description: 'When it was changed last.' }),
  expirationTime: text().meta({ description: 'When it is deleted.' }),
  sha256Hash: text().meta({ description: 'SHA-256 of the bytes, in Base64.' }),
  uri: text().meta({ description: 'Value of file_uri for this file.' }),
  downloadUri: text().meta({ description: 'URL of a generated file.' }),
  state: text().meta({ description: 'Usable once it is active.', enum: ['PROCESSING', 'ACTIVE', 'FAILED'] }),
  source: text().meta({ description: 'UPLOADED or GENERATED.' }),
  videoMetadata: object().meta({ description: 'Duration of a video.' }),
  error: object().meta({ description: 'Why processing failed.' }),
})
const upload = z.looseObject({ file: File.meta({ description: 'The file.' }) })

const openAiUsage = z
  .looseObject({
    prompt_tokens: number().meta({ description: 'Tokens of the request.' }),
    completion_tokens: number().meta({ description: 'Tokens of the answer and of thoughts.' }),
    total_tokens: number().meta({ description: 'All tokens.' }),
    prompt_tokens_details: z
      .looseObject({ cached_tokens: number().meta({ description: 'Tokens from the cache.' }) })
      .optional()
      .meta({ description: 'What the tokens of the request are.' }),
    completion_tokens_details: z
      .looseObject({ reasoning_tokens: number().meta({ description: 'Tokens of thoughts.' }) })
      .optional()
      .meta({ description: 'What the tokens of the answer are.' }),
  })
  .optional()
  .meta({ description: 'Tokens used. In a stream, in the last chunk if include_usage is true.' })

const ToolCallFields = z.looseObject({
  index: number().meta({ description: 'In a stream: position of the call.' }),
  id: text().meta({
    description: 'Send it back unchanged with the result: it may contain a thought signature.',
  }),
  type: text().meta({ description: 'Always “function”.' }),
  function: z
    .looseObject({
      name: text().meta({ description: 'Name of the function.' }),
      arguments: text().meta({ description: 'Its arguments as JSON.' }),
    })
    .optional()
    .meta({ description: 'The function to call.' }),
  extra_content: object().meta({ description: 'The thought signature, for clients that know it.' }),
})

const MessageFields = z.looseObject({
  role: text().meta({ description: 'Always “assistant”.' }),
  content: text().meta({ description: 'The answer. Null with function calls.' }),
  refusal: text().meta({ description: 'Why the response did not end normally, as a sentence, or null.' }),
  reasoning_content: text().meta({ description: 'Thoughts, if reasoning_effort is set.' }),
  tool_calls: z
    .array(ToolCallFields)
    .optional()
    .meta({ description: 'Functions that the model wants called.' }),
  images: objects().meta({ description: 'Generated images, as image_url with a data URL.' }),
})

const toCompletion = (member: 'message' | 'delta', description: string) =>
  z.looseObject({
    id: text().meta({ description: 'Identifies the response.' }),
    object: text().meta({ description: 'Type of the object.' }),
    created: number().meta({ description: 'Time of the response, as a Unix timestamp.' }),
    model: text().meta({ description: 'The model that answered.' }),
    choices: z
      .array(
        z.looseObject({
          index: number().meta({ description: 'Position of the answer.' }),
          [member]: MessageFields.optional().meta({ description }),
          logprobs: object().meta({ description: 'Log probabilities of the tokens, or null.' }),
          finish_reason: text().meta({
            description: 'Why it ended. content_filter for every end that is not normal.',
            examples: ['stop', 'length', 'tool_calls', 'content_filter'],
          }),
          native_finish_reason: text().meta({ description: 'Why it ended, as the Gemini API names it.' }),
        }),
      )
      .optional()
      .meta({ description: 'The answers.' }),
    usage: openAiUsage,
  })

const OpenAiModel = z.looseObject({
  id: z.string().meta({ description: 'Its ID.' }),
  object: text().meta({ description: 'Always “model”.' }),
  created: number().meta({ description: 'Always 0, because it is unknown.' }),
  owned_by: text().meta({ description: 'Kind of the provider.' }),
  name: text().meta({ description: 'Its name for people.' }),
  context_length: number().meta({ description: 'Length of its context in tokens.' }),
})

/** The chunks of a stream whose form is not that of the whole response. */
export const streamFields: Partial<Record<RouteId, z.ZodType>> = {
  createChatCompletion: toCompletion('delta', 'The next piece of the answer.'),
}

/** Responses of routes without an entry have no JSON body. */
export const responseFields: Partial<Record<RouteId, z.ZodType>> = {
  generateContent: generate,
  streamGenerateContent: generate,
  predictLongRunning: operation,
  getOperation: operation,
  getModelOperation: operation,
  embedContent: z.looseObject({
    embedding: Embedding.meta({ description: 'The result.' }),
    usageMetadata: object().meta(beyond('Tokens used.')),
  }),
  batchEmbedContents: z.looseObject({
    embeddings: z.array(Embedding).meta({ description: 'One result for each request, in order.' }),
    usageMetadata: object().meta(beyond('Tokens used.')),
  }),
  transcribe: z.looseObject({
    text: z.string().meta({ description: 'The transcript.', ...specified('§2 Transcription response') }),
    usage: object().meta(beyond('Tokens or seconds that are billed.')),
    logprobs: objects().meta(beyond('Probabilities of the tokens, if requested.')),
  }),
  countTokens: z.looseObject({
    totalTokens: z.number().meta({ description: 'Number of tokens.' }),
    promptTokensDetails: objects().meta({ description: 'Tokens by modality.' }),
    cachedContentTokenCount: number().meta({ description: 'Tokens from the cache.' }),
  }),
  createChatCompletion: toCompletion('message', 'The answer.'),
  createEmbeddings: z.looseObject({
    object: text().meta({ description: 'Always “list”.' }),
    data: z
      .array(
        z.looseObject({
          object: text().meta({ description: 'Always “embedding”.' }),
          index: number().meta({ description: 'Position of the text.' }),
          embedding: z
            .union([z.array(z.number()), z.string()])
            .meta({ type: ['array', 'string'], description: 'The vector, as numbers or in Base64.' }),
        }),
      )
      .meta({ description: 'One result for each text, in order.' }),
    model: text().meta({ description: 'The requested model.' }),
    usage: z
      .looseObject({
        prompt_tokens: number().meta({ description: 'Tokens of the texts; 0 if the provider does not say.' }),
        total_tokens: number().meta({ description: 'The same.' }),
      })
      .optional()
      .meta({ description: 'Tokens used.' }),
  }),
  createImages: z.looseObject({
    created: number().meta({ description: 'Time of the response, as a Unix timestamp.' }),
    data: z
      .array(
        z.looseObject({
          b64_json: text().meta({ description: 'The image in Base64.' }),
          url: text().meta({ description: 'The image as a data URL, if response_format is url.' }),
          revised_prompt: text().meta({ description: 'What the model wrote with the image.' }),
        }),
      )
      .meta({ description: 'The images.' }),
    output_format: text().meta({ description: 'Format of the images.', examples: ['png', 'jpeg'] }),
    usage: z
      .looseObject({
        input_tokens: number().meta({ description: 'Tokens of the prompt.' }),
        output_tokens: number().meta({ description: 'Tokens of the images.' }),
        total_tokens: number().meta({ description: 'All tokens.' }),
      })
      .optional()
      .meta({ description: 'Tokens used for all images.' }),
  }),
  listOpenAiModels: z.looseObject({
    object: text().meta({ description: 'Always “list”.' }),
    data: z.array(OpenAiModel).meta({ description: 'The models.' }),
  }),
  getOpenAiModel: OpenAiModel,
  listModels: z.looseObject({
    models: z.array(Model).meta({ description: 'The models.' }),
    nextPageToken,
  }),
  getModel: Model,
  listFiles: z.looseObject({
    files: z.array(File).optional().meta({ description: 'The files, newest first.' }),
    nextPageToken,
  }),
  getFile: File,
  uploadFile: upload,
  continueUpload: upload,
  putUpload: upload,
  health: z.looseObject({
    status: z.string().meta({ description: 'Always “ok”.' }),
    version: z.string().meta({ description: 'Version of the application.' }),
  }),
}
