// Describes the fields of responses as JSON Schema: what the specification lists, and what providers return besides.
import {
  beyond,
  body,
  flag,
  type Json,
  membersOf,
  number,
  numbers,
  object,
  objects,
  required,
  specified,
  text,
  texts,
} from './request-fields'
import type { RouteId } from './routes'

const part = membersOf('§2 Part', {
  text: text('Text. In a stream, the next piece of it.'),
  inlineData: object('A generated image.', {
    mimeType: text('Its media type.', { examples: ['image/png'] }),
    data: text('The bytes in Base64.'),
  }),
  functionCall: object('A function that the model wants called.', {
    name: text('Name of the function to call.'),
    args: object('Its arguments.'),
    id: beyond(text('Send it back with the result.')),
  }),
  thought: beyond(flag('The text is a thought summary.')),
  thoughtSignature: beyond(text('Opaque. Send back with this part.')),
  executableCode: beyond(object('Code that the model has run.')),
  codeExecutionResult: beyond(object('Its output.')),
})

const content = membersOf('§2 Candidate', {
  parts: objects('Content fragments. Absent if blocked.', part),
  role: text('Always “model”; images may have none.'),
})

const candidate = membersOf('§2 Candidate', {
  content: object('The answer.', content),
  finishReason: text('Why it ended. Only STOP is a normal end; in a stream, in the last event.', {
    examples: ['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'NO_IMAGE', 'IMAGE_SAFETY'],
  }),
  index: number('Position of the candidate.'),
  finishMessage: beyond(text('Why it ended, as a sentence.')),
  safetyRatings: beyond(objects('What filters have found.')),
  citationMetadata: beyond(object('Sources that the answer quotes.')),
  urlContextMetadata: beyond(object('Status of each URL that was read.')),
  groundingMetadata: beyond(object('Searches and their results.')),
})

const usage = membersOf('§2 usageMetadata', {
  promptTokenCount: number('Tokens of the request.'),
  candidatesTokenCount: number('Tokens of the answer.'),
  totalTokenCount: number('All tokens.'),
  thoughtsTokenCount: beyond(number('Tokens of thoughts.')),
  toolUsePromptTokenCount: beyond(number('Tokens of what tools have added.')),
  cachedContentTokenCount: beyond(number('Tokens from the cache.')),
  promptTokensDetails: beyond(objects('Tokens of the request by modality.')),
  candidatesTokensDetails: beyond(objects('Tokens of the answer by modality.')),
  toolUsePromptTokensDetails: beyond(objects('Tokens of what tools have added, by modality.')),
})

const generate = body({
  candidates: objects('The answers. Absent if the prompt is blocked.', candidate),
  usageMetadata: specified(
    '§2 usageMetadata',
    object('Tokens used. In a stream, the last event counts.', usage),
  ),
  promptFeedback: beyond(
    object('Present if the prompt is blocked.', {
      blockReason: beyond(text('Why the prompt is blocked.', { examples: ['SAFETY'] })),
      safetyRatings: beyond(objects('What filters have found in the prompt.')),
    }),
  ),
  modelVersion: beyond(text('The model that answered.')),
  responseId: beyond(text('Identifies the response at the provider.')),
  createTime: beyond(text('Time of the response.')),
})

const videoResponse = {
  generatedSamples: beyond(
    objects('The videos.', {
      video: beyond(object('The video.', { uri: beyond(text('URL of the file at the gateway.')) })),
    }),
  ),
  raiMediaFilteredCount: beyond(number('Number of videos that a filter has removed.')),
  raiMediaFilteredReasons: beyond(texts('Why they were removed.')),
}

const operation = body({
  name: required(specified('§2 Operation', text('Name of the operation. Check it until it is done.'))),
  done: beyond(flag('True once the video is ready or has failed. Absent while it is generated.')),
  metadata: beyond(object('Progress, if the provider reports it.')),
  response: beyond(
    object('The result, once it is done.', {
      generateVideoResponse: beyond(object('The result.', videoResponse)),
      '@type': beyond(text('Type of the response.')),
    }),
  ),
  error: beyond(
    object('Why it failed.', {
      code: beyond(number('A gRPC code.')),
      message: beyond(text('What failed.')),
    }),
  ),
})

const embedding = membersOf('§2 Embedding response', { values: required(numbers('The vector.')) })

const model = {
  name: required(text('“models/” and its ID.')),
  version: text('Version of the model.'),
  displayName: required(text('Its name for people.')),
  description: text('What it is for.'),
  inputTokenLimit: number('Length of its context in tokens.'),
  outputTokenLimit: number('Maximum length of a response in tokens.'),
  thinking: flag('True if it has thought summaries.'),
  supportedGenerationMethods: required(
    texts('Methods to use it with.', { examples: [['generateContent', 'countTokens']] }),
  ),
}

const nextPageToken = text('For the next page; absent on the last one.')

const file = {
  name: text('“files/” and its ID.'),
  displayName: text('Name of the file.'),
  mimeType: text('Its media type.'),
  sizeBytes: text('Size in bytes.'),
  createTime: text('When it was uploaded.'),
  updateTime: text('When it was changed last.'),
  expirationTime: text('When it is deleted.'),
  sha256Hash: text('SHA-256 of the bytes, in Base64.'),
  uri: text('Value of file_uri for this file.'),
  downloadUri: text('URL of a generated file.'),
  state: text('Usable once it is active.', { enum: ['PROCESSING', 'ACTIVE', 'FAILED'] }),
  source: text('UPLOADED or GENERATED.'),
  videoMetadata: object('Duration of a video.'),
  error: object('Why processing failed.'),
}
const upload = body({ file: required(object('The file.', file)) })

const openAiUsage = object('Tokens used. In a stream, in the last chunk if include_usage is true.', {
  prompt_tokens: number('Tokens of the request.'),
  completion_tokens: number('Tokens of the answer and of thoughts.'),
  total_tokens: number('All tokens.'),
  prompt_tokens_details: object('What the tokens of the request are.', {
    cached_tokens: number('Tokens from the cache.'),
  }),
  completion_tokens_details: object('What the tokens of the answer are.', {
    reasoning_tokens: number('Tokens of thoughts.'),
  }),
})

const toolCall = {
  index: number('In a stream: position of the call.'),
  id: text('Send it back unchanged with the result: it may contain a thought signature.'),
  type: text('Always “function”.'),
  function: object('The function to call.', {
    name: text('Name of the function.'),
    arguments: text('Its arguments as JSON.'),
  }),
  extra_content: object('The thought signature, for clients that know it.'),
}

const message = {
  role: text('Always “assistant”.'),
  content: text('The answer. Null with function calls.'),
  refusal: text('Why the response did not end normally, as a sentence, or null.'),
  reasoning_content: text('Thoughts, if reasoning_effort is set.'),
  tool_calls: objects('Functions that the model wants called.', toolCall),
  images: objects('Generated images, as image_url with a data URL.'),
}

const toCompletion = (member: 'message' | 'delta', description: string) =>
  body({
    id: text('Identifies the response.'),
    object: text('Type of the object.'),
    created: number('Time of the response, as a Unix timestamp.'),
    model: text('The model that answered.'),
    choices: objects('The answers.', {
      index: number('Position of the answer.'),
      [member]: object(description, message),
      logprobs: object('Log probabilities of the tokens, or null.'),
      finish_reason: text('Why it ended. content_filter for every end that is not normal.', {
        examples: ['stop', 'length', 'tool_calls', 'content_filter'],
      }),
      native_finish_reason: text('Why it ended, as the Gemini API names it.'),
    }),
    usage: openAiUsage,
  })

const openAiModel = {
  id: required(text('Its ID.')),
  object: text('Always “model”.'),
  created: number('Always 0, because it is unknown.'),
  owned_by: text('Kind of the provider.'),
  name: text('Its name for people.'),
  context_length: number('Length of its context in tokens.'),
}

/** The chunks of a stream whose form is not that of the whole response. */
export const streamFields: Partial<Record<RouteId, Json>> = {
  createChatCompletion: toCompletion('delta', 'The next piece of the answer.'),
}

/** Responses of routes without an entry have no JSON body. */
export const responseFields: Partial<Record<RouteId, Json>> = {
  generateContent: generate,
  streamGenerateContent: generate,
  predictLongRunning: operation,
  getOperation: operation,
  getModelOperation: operation,
  embedContent: body({
    embedding: required(object('The result.', embedding)),
    usageMetadata: beyond(object('Tokens used.')),
  }),
  batchEmbedContents: body({
    embeddings: required(objects('One result for each request, in order.', embedding)),
    usageMetadata: beyond(object('Tokens used.')),
  }),
  transcribe: body({
    text: required(specified('§2 Transcription response', text('The transcript.'))),
    usage: beyond(object('Tokens or seconds that are billed.')),
    logprobs: beyond(objects('Probabilities of the tokens, if requested.')),
  }),
  countTokens: body({
    totalTokens: required(number('Number of tokens.')),
    promptTokensDetails: objects('Tokens by modality.'),
    cachedContentTokenCount: number('Tokens from the cache.'),
  }),
  createChatCompletion: toCompletion('message', 'The answer.'),
  createEmbeddings: body({
    object: text('Always “list”.'),
    data: required(
      objects('One result for each text, in order.', {
        object: text('Always “embedding”.'),
        index: number('Position of the text.'),
        embedding: required(numbers('The vector, as numbers or in Base64.', { type: ['array', 'string'] })),
      }),
    ),
    model: text('The requested model.'),
    usage: object('Tokens used.', {
      prompt_tokens: number('Tokens of the texts; 0 if the provider does not say.'),
      total_tokens: number('The same.'),
    }),
  }),
  createImages: body({
    created: number('Time of the response, as a Unix timestamp.'),
    data: required(
      objects('The images.', {
        b64_json: text('The image in Base64.'),
        url: text('The image as a data URL, if response_format is url.'),
        revised_prompt: text('What the model wrote with the image.'),
      }),
    ),
    output_format: text('Format of the images.', { examples: ['png', 'jpeg'] }),
    usage: object('Tokens used for all images.', {
      input_tokens: number('Tokens of the prompt.'),
      output_tokens: number('Tokens of the images.'),
      total_tokens: number('All tokens.'),
    }),
  }),
  listOpenAiModels: body({
    object: text('Always “list”.'),
    data: required(objects('The models.', openAiModel)),
  }),
  getOpenAiModel: body(openAiModel),
  listModels: body({ models: required(objects('The models.', model)), nextPageToken }),
  getModel: body(model),
  listFiles: body({ files: objects('The files, newest first.', file), nextPageToken }),
  getFile: body(file),
  uploadFile: upload,
  continueUpload: upload,
  putUpload: upload,
  health: body({
    status: required(text('Always “ok”.')),
    version: required(text('Version of the application.')),
  }),
}
