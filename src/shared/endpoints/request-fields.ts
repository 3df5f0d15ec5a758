// Describes the fields of requests: the gateway's own schemas, extended with the fields that the specification lists
// and those that providers accept besides. The gateway checks only its own schemas.
import { z } from 'zod'
import { RequestContent } from '../schemas/content'
import { BatchEmbedContentsRequest, EmbedContentRequest } from '../schemas/embedding'
import { CountTokensRequest, GenerateContentRequest } from '../schemas/generation'
import { ChatCompletionRequest, EmbeddingsRequest, ImagesRequest } from '../schemas/openai-requests'
import { PredictLongRunningRequest } from '../schemas/operation'
import { TranscriptionForm } from '../schemas/transcription'
import type { RouteId } from './routes'

/** The keyword that marks what the specification does not have. */
export const beyondSpecification = 'x-beyond-specification'

/** The keywords for the section of the specification that describes a field, or the members of an object. */
export const sourceKeyword = 'x-source'
export const memberSourceKeyword = 'x-member-source'

export const specified = (section: string) => ({ [sourceKeyword]: section })
export const membersFrom = (section: string) => ({ [memberSourceKeyword]: section })

export const beyond = (description: string, more: object = {}) => ({
  description,
  [beyondSpecification]: true,
  ...more,
})

const text = () => z.string().optional()
const number = () => z.number().optional()
const integer = () => z.number().int().optional()
const flag = () => z.boolean().optional()
const texts = () => z.array(z.string()).optional()
/** Its members are the provider's. */
const object = () => z.looseObject({}).optional()

const imageTypes = { examples: ['image/png', 'image/jpeg', 'image/webp'] }
const base64 = 'The bytes in Base64, without a “data:” prefix.'
const mimeType = 'Its media type.'

const Blob = z.looseObject({
  mimeType: text().meta({ description: mimeType, ...imageTypes }),
  data: text().meta({ description: base64 }),
})
const SnakeCaseBlob = z.looseObject({
  mime_type: text().meta({ description: mimeType, ...imageTypes }),
  data: text().meta({ description: base64 }),
})
const FileData = z.looseObject({
  mimeType: text().meta({ description: mimeType, examples: ['video/mp4', 'application/pdf'] }),
  fileUri: text().meta({ description: 'Its URI, or the uri of an uploaded file.' }),
})
const SnakeCaseFileData = z.looseObject({
  mime_type: text().meta({ description: mimeType, examples: ['video/mp4', 'application/pdf'] }),
  file_uri: text().meta({ description: 'Its URI, or the uri of an uploaded file.' }),
})

const Part = z
  .looseObject({
    text: text().meta({ description: 'Text.' }),
    inlineData: Blob.optional().meta({ description: 'An image, audio, video, or document in the request.' }),
    inline_data: SnakeCaseBlob.optional().meta({ description: 'Same as inlineData.' }),
    fileData: FileData.optional().meta(beyond('Same as file_data.')),
    file_data: SnakeCaseFileData.optional().meta({ description: 'A file by its URI.' }),
    functionCall: z
      .looseObject({
        name: text().meta({ description: 'Name of the function.' }),
        args: object().meta({ description: 'Its arguments.' }),
        id: text().meta(beyond('Identifies the call, if the model gave it an ID.')),
      })
      .optional()
      .meta({ description: 'A call that the model returned. Send it back unchanged, before its result.' }),
    functionResponse: z
      .looseObject({
        name: text().meta({ description: 'Name of the function.' }),
        response: object().meta({ description: 'The result as an object.' }),
        id: text().meta({ description: 'ID of the call.' }),
      })
      .optional()
      .meta(beyond('The result of a function call.')),
    thought: flag().meta(beyond('The text is a thought summary.')),
    thoughtSignature: text().meta(beyond('Opaque. Send back with the part that it came with.')),
    videoMetadata: object().meta(beyond('Which part of a video is read, and how many frames per second.')),
  })
  .meta(membersFrom('§2 Part'))

const ContentFields = RequestContent.extend({
  role: RequestContent.shape.role.meta({ description: 'Who wrote the turn.', default: 'user' }),
  parts: z.array(Part).min(1).meta({ description: 'Content fragments of the turn.' }),
}).meta(membersFrom('§2 Content'))

const contents = z
  .array(ContentFields)
  .min(1)
  .meta({ description: 'The turns of the conversation, oldest first.' })

const SystemInstruction = z.looseObject({
  parts: z.array(Part).optional().meta({ description: 'The instruction in parts.' }),
})

const GenerationConfig = z
  .looseObject({
    temperature: number().meta({ description: 'Randomness: 0 is the most predictable.', examples: [0.7] }),
    maxOutputTokens: integer().meta({
      description: 'Maximum length of the response in tokens, thoughts included.',
    }),
    responseModalities: texts().meta({
      description: 'Kinds of content to return. Include IMAGE to get images.',
      examples: [['TEXT', 'IMAGE'], ['TEXT']],
    }),
    imageConfig: z
      .looseObject({
        aspectRatio: text().meta({
          description: 'Aspect ratio of the image.',
          examples: ['1:1', '16:9', '9:16', '4:3', '3:4'],
        }),
        imageSize: text().meta({ description: 'Size of the image.', examples: ['1K', '2K'] }),
      })
      .optional()
      .meta({ description: 'Settings of the image.' }),
    responseMimeType: text().meta({
      description: 'Format of the response.',
      examples: ['application/json', 'text/plain'],
    }),
    responseSchema: object().meta({ description: 'Schema of the JSON to return, in the API’s own subset.' }),
    responseJsonSchema: object().meta(beyond('Schema of the JSON to return, as JSON Schema.')),
    topP: number().meta(beyond('Samples from the most likely tokens whose probabilities add up to this.')),
    topK: number().meta(beyond('Samples from this many of the most likely tokens.')),
    candidateCount: integer().meta(beyond('Number of responses.', { default: 1 })),
    stopSequences: texts().meta(beyond('Texts that end the response.')),
    seed: integer().meta(beyond('The same seed makes similar responses more likely.')),
    presencePenalty: number().meta(beyond('Lowers the probability of tokens that have occurred.')),
    frequencyPenalty: number().meta(
      beyond('Lowers the probability of tokens by how often they have occurred.'),
    ),
    thinkingConfig: z
      .looseObject({
        includeThoughts: flag().meta(beyond('Return thought summaries.', { default: false })),
        thinkingBudget: integer().meta(beyond('Maximum number of tokens for thoughts.')),
        thinkingLevel: text().meta(beyond('How much the model thinks.', { examples: ['low', 'high'] })),
      })
      .optional()
      .meta(beyond('Settings of thinking.')),
    mediaResolution: text().meta(
      beyond('Resolution at which images and videos are read.', {
        examples: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
      }),
    ),
  })
  .meta(membersFrom('§2 generationConfig'))

const FunctionDeclaration = z
  .looseObject({
    name: text().meta({ description: 'Letters, digits, and underscores.' }),
    description: text().meta({ description: 'What it does and when to call it.' }),
    parameters: object().meta({ description: 'Schema of the arguments.' }),
    parametersJsonSchema: object().meta(beyond('Schema of the arguments, as JSON Schema.')),
  })
  .meta(membersFrom('§2 Other request members'))

const Tool = z
  .looseObject({
    functionDeclarations: z
      .array(FunctionDeclaration)
      .optional()
      .meta({ description: 'Functions that the model can call.' }),
    urlContext: object().meta({ description: 'An empty object: the model reads the URLs in the prompt.' }),
    googleSearch: object().meta(beyond('An empty object: the model searches the web.')),
    codeExecution: object().meta(beyond('An empty object: the model runs code.')),
  })
  .meta(membersFrom('§2 Other request members'))

const SafetySetting = z.looseObject({
  category: text().meta({ description: 'What is filtered.', examples: ['HARM_CATEGORY_HARASSMENT'] }),
  threshold: text().meta({
    description: 'From which probability on.',
    examples: ['BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE'],
  }),
})

const generate = GenerateContentRequest.extend({
  contents,
  systemInstruction: SystemInstruction.optional().meta({
    description: 'An instruction for all turns.',
    ...specified('§2 Other request members'),
  }),
  system_instruction: SystemInstruction.optional().meta(beyond('Same as systemInstruction.')),
  generationConfig: GenerationConfig.optional().meta({ description: 'How the response is generated.' }),
  generation_config: GenerateContentRequest.shape.generation_config.meta(beyond('Same as generationConfig.')),
  tools: z
    .array(Tool)
    .optional()
    .meta({ description: 'What the model can use.', ...specified('§2 Other request members') }),
  toolConfig: object().meta(beyond('Whether and which functions are called.')),
  safetySettings: z.array(SafetySetting).optional().meta(beyond('What the provider filters.')),
  cachedContent: text().meta(beyond('Name of content that the provider has cached.')),
})

const taskTypes = `RETRIEVAL_QUERY RETRIEVAL_DOCUMENT SEMANTIC_SIMILARITY CLASSIFICATION CLUSTERING
  QUESTION_ANSWERING FACT_VERIFICATION CODE_RETRIEVAL_QUERY`.split(/\s+/)

const embeddingSection = '§2 Embedding request-only fields'

const embed = EmbedContentRequest.extend({
  content: z
    .looseObject({
      parts: z
        .array(z.looseObject({ text: text().meta({ description: 'Text to embed.' }) }))
        .min(1)
        .meta({ description: 'The text in parts.' }),
    })
    .meta({ description: 'What is embedded.' }),
  taskType: EmbedContentRequest.shape.taskType.meta({
    description: 'What the vector is used for.',
    examples: taskTypes,
  }),
  title: EmbedContentRequest.shape.title.meta({
    description: 'Title of the document, for RETRIEVAL_DOCUMENT.',
  }),
  outputDimensionality: EmbedContentRequest.shape.outputDimensionality.meta({
    description: 'Length of the vector. The model’s default if absent.',
  }),
}).meta(membersFrom(embeddingSection))

const predict = PredictLongRunningRequest.extend({
  instances: z
    .array(
      z.looseObject({
        prompt: z.string().meta({ description: 'Describes the video.' }),
        image: object().meta(beyond('The first frame: bytesBase64Encoded and mimeType.')),
        lastFrame: object().meta(beyond('The last frame: bytesBase64Encoded and mimeType.')),
        referenceImages: z.array(z.looseObject({})).optional().meta(beyond('Images to use in the video.')),
      }),
    )
    .min(1)
    .meta({ description: 'One element: the video.' }),
  parameters: z
    .looseObject({
      aspectRatio: text().meta({ description: 'Aspect ratio.', examples: ['16:9', '9:16'] }),
      durationSeconds: number().meta({ description: 'Duration in seconds.', examples: [4, 6, 8] }),
      resolution: text().meta({ description: 'Resolution.', examples: ['720p', '1080p'] }),
      negativePrompt: text().meta({ description: 'What must not occur.' }),
      personGeneration: text().meta({ description: 'Whether people may occur.' }),
      seed: integer().meta({ description: 'The same seed makes similar videos more likely.' }),
    })
    .optional()
    .meta(beyond('Settings of the video.')),
})

const countTokens = CountTokensRequest.extend({
  contents: contents.optional(),
  generateContentRequest: object().meta({
    description: 'A whole request, with its model, instead of contents.',
  }),
})

const batchEmbed = BatchEmbedContentsRequest.extend({
  requests: z
    .array(embed.extend({ model: text().meta({ description: 'The model of the URL, or absent.' }) }))
    .min(1)
    .max(100)
    .meta({ description: 'One request for each text.' }),
})

/** The file of the form is binary and has no schema. */
const transcribe = TranscriptionForm.extend({
  model: TranscriptionForm.shape.model.meta({ description: 'Model ID.' }),
  stream: TranscriptionForm.shape.stream.meta(
    beyond('“true” streams the transcript.', { enum: ['true', 'false'], default: 'false' }),
  ),
  response_format: TranscriptionForm.shape.response_format.meta(
    beyond('Format of the response.', { examples: ['json', 'text'], default: 'json' }),
  ),
  prompt: text().meta(beyond('Words and spellings to expect.')),
  temperature: number().meta(beyond('Randomness from 0 to 1.', { examples: [0] })),
  language: text().meta(beyond('Language of the audio as an ISO 639-1 code.', { examples: ['en', 'de'] })),
})

const ContentPart = z.looseObject({
  type: z.string().meta({
    description: 'What the part is.',
    examples: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
  }),
  text: text().meta({ description: 'Text.' }),
  image_url: z
    .looseObject({ url: text().meta({ description: 'A data URL.' }) })
    .optional()
    .meta({ description: 'An image.' }),
  input_audio: z
    .looseObject({
      data: text().meta({ description: base64 }),
      format: text().meta({ description: 'Format of the audio.', examples: ['wav', 'mp3'] }),
    })
    .optional()
    .meta({ description: 'Audio.' }),
  file: z
    .looseObject({ file_data: text().meta({ description: 'A data URL.' }) })
    .optional()
    .meta({ description: 'A document.' }),
  video_url: z
    .looseObject({ url: text().meta({ description: 'A data URL.' }) })
    .optional()
    .meta({ description: 'A video.' }),
})

const completeChat = ChatCompletionRequest.extend({
  model: ChatCompletionRequest.shape.model.meta({ description: 'Model ID.' }),
  messages: z
    .array(
      z.looseObject({
        role: z
          .enum(['system', 'developer', 'user', 'assistant', 'tool'])
          .meta({ description: 'Who wrote it.' }),
        content: z
          .union([z.string(), z.array(ContentPart)])
          .optional()
          .meta({ type: ['string', 'array'], description: 'A text, or text and media in parts.' }),
        tool_calls: z.array(z.looseObject({})).optional().meta({
          description: 'Calls that the model returned. Send them back unchanged, before their results.',
        }),
        tool_call_id: text().meta({ description: 'ID of the call, in a result.' }),
      }),
    )
    .min(1)
    .meta({ description: 'The messages of the conversation, oldest first.' }),
  stream: flag().meta({ description: 'Stream the response.', default: false }),
  stream_options: z
    .looseObject({
      include_usage: flag().meta({ description: 'End the stream with the tokens used.', default: false }),
    })
    .optional()
    .meta({ description: 'Settings of the stream.' }),
  temperature: number().meta({ description: 'Randomness: 0 is the most predictable.' }),
  top_p: number().meta({
    description: 'Samples from the most likely tokens whose probabilities add up to this.',
  }),
  top_k: integer().meta({ description: 'Samples from this many of the most likely tokens.' }),
  max_completion_tokens: integer().meta({
    description: 'Maximum length of the response in tokens, thoughts included.',
  }),
  max_tokens: integer().meta({ description: 'Same as max_completion_tokens.' }),
  stop: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ type: ['string', 'array'], description: 'Texts that end the response.' }),
  seed: integer().meta({ description: 'The same seed makes similar responses more likely.' }),
  n: integer().meta({ description: 'Number of responses.', default: 1 }),
  presence_penalty: number().meta({ description: 'Lowers the probability of tokens that have occurred.' }),
  frequency_penalty: number().meta({
    description: 'Lowers the probability of tokens by how often they have occurred.',
  }),
  logprobs: flag().meta({ description: 'Return log probabilities.', default: false }),
  top_logprobs: integer().meta({ description: 'Number of alternatives for each token.' }),
  reasoning_effort: text().meta({
    description: 'How much the model thinks. Returns its thoughts, too.',
    examples: ['none', 'minimal', 'low', 'medium', 'high'],
  }),
  response_format: z
    .looseObject({
      type: z.string().meta({
        description: 'Format of the response.',
        examples: ['text', 'json_object', 'json_schema'],
      }),
      json_schema: object().meta({ description: 'Name and schema of the JSON to return.' }),
    })
    .optional()
    .meta({ description: 'Format of the response.' }),
  tools: z
    .array(
      z.looseObject({
        type: z.string().meta({ description: 'Always function.', examples: ['function'] }),
        function: z
          .looseObject({
            name: text().meta({ description: 'Letters, digits, and underscores.' }),
            description: text().meta({ description: 'What it does and when to call it.' }),
            parameters: object().meta({ description: 'Schema of the arguments.' }),
          })
          .optional()
          .meta({ description: 'A function that the model can call.' }),
      }),
    )
    .optional()
    .meta({ description: 'Functions that the model can call.' }),
  tool_choice: z
    .union([z.string(), z.looseObject({})])
    .optional()
    .meta({
      type: ['string', 'object'],
      description: 'Whether and which functions are called.',
      examples: ['auto', 'none', 'required'],
    }),
  parallel_tool_calls: flag().meta({ description: 'Allow several calls at once.', default: true }),
  modalities: texts().meta({
    description: 'Kinds of content to return.',
    examples: [['text'], ['text', 'image']],
  }),
})

const embedTexts = EmbeddingsRequest.extend({
  model: EmbeddingsRequest.shape.model.meta({ description: 'Model ID.' }),
  input: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .meta({ type: ['string', 'array'], description: 'One text, or several.' }),
  dimensions: integer().meta({ description: 'Length of the vectors. The model’s default if absent.' }),
  encoding_format: z
    .enum(['float', 'base64'])
    .optional()
    .meta({ description: 'Form of the vectors.', default: 'float' }),
})

const drawImages = ImagesRequest.extend({
  model: ImagesRequest.shape.model.meta({ description: 'Model ID.' }),
  prompt: ImagesRequest.shape.prompt.meta({ description: 'Describes the image.' }),
  n: integer().meta({
    description: 'Number of images, from 1 to 10. Each one is a call of the model.',
    default: 1,
  }),
  size: text().meta({
    description: 'Width and height in pixels. The nearest aspect ratio and size of the model are used.',
    examples: ['1024x1024', '1536x1024', '1024x1536', 'auto'],
  }),
  response_format: text().meta({
    description: 'url returns data URLs.',
    examples: ['b64_json', 'url'],
    default: 'b64_json',
  }),
})

/** Requests of routes without an entry have no JSON body and no form. */
export const requestFields: Partial<Record<RouteId, z.ZodType>> = {
  generateContent: generate,
  streamGenerateContent: generate,
  countTokens,
  predictLongRunning: predict,
  embedContent: embed,
  batchEmbedContents: batchEmbed,
  transcribe,
  createChatCompletion: completeChat,
  createEmbeddings: embedTexts,
  createImages: drawImages,
}
