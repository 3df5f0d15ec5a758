// Describes the fields of requests as JSON Schema: those that the gateway checks, those that the specification lists, and
// those that providers accept besides. The gateway checks only its own schemas.
import type { RouteId } from './routes'

export type Json = Readonly<Record<string, unknown>>

/** The keyword that marks what the specification does not have. */
export const beyondSpecification = 'x-beyond-specification'

/** The keywords for the section of the specification that describes a field, or the members of an object. */
export const sourceKeyword = 'x-source'
export const memberSourceKeyword = 'x-member-source'

const isRequired = Symbol('required')
const section = Symbol('section')

interface Fields {
  readonly [name: string]: Json
  readonly [section]?: string
}

type Describe = (description: string, more?: Json) => Json

const describe =
  (type: string, keywords: Json = {}): Describe =>
  (description, more = {}) => ({ type, ...keywords, description, ...more })

export const text = describe('string')
export const number = describe('number')
const integer = describe('integer')
export const flag = describe('boolean')
export const texts = describe('array', { items: { type: 'string' } })
export const numbers = describe('array', { items: { type: 'number' } })

const toMembers = (fields: Fields): Json => {
  const required = Object.keys(fields).filter((name) => isRequired in (fields[name] ?? {}))
  return {
    ...(fields[section] ? { [memberSourceKeyword]: fields[section] } : {}),
    properties: fields,
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Without fields, its members are the provider's. */
export const object = (description: string, fields: Fields = {}, more: Json = {}): Json => ({
  type: 'object',
  ...toMembers(fields),
  description,
  ...more,
})
export const objects = (description: string, fields: Fields = {}, more: Json = {}): Json => ({
  type: 'array',
  items: { type: 'object', ...toMembers(fields) },
  description,
  ...more,
})

export const body = (fields: Fields): Json => ({ type: 'object', ...toMembers(fields) })

export const required = (field: Json): Json => ({ ...field, [isRequired]: true })
export const beyond = (field: Json): Json => ({ ...field, [beyondSpecification]: true })
export const specified = (source: string, field: Json): Json => ({ ...field, [sourceKeyword]: source })
/** The section describes all of these members. */
export const membersOf = (source: string, fields: Fields): Fields => ({ ...fields, [section]: source })

const atLeastOne = { minItems: 1 }
const imageTypes = { examples: ['image/png', 'image/jpeg', 'image/webp'] }
const fileTypes = { examples: ['video/mp4', 'application/pdf'] }
const base64 = text('The bytes in Base64, without a “data:” prefix.')
const fileUri = text('Its URI, or the uri of an uploaded file.')

const part = membersOf('§2 Part', {
  text: text('Text.'),
  inlineData: object('An image, audio, video, or document in the request.', {
    mimeType: text('Its media type.', imageTypes),
    data: base64,
  }),
  inline_data: object('Same as inlineData.', {
    mime_type: text('Its media type.', imageTypes),
    data: base64,
  }),
  fileData: beyond(object('Same as file_data.', { mimeType: text('Its media type.', fileTypes), fileUri })),
  file_data: object('A file by its URI.', {
    mime_type: text('Its media type.', fileTypes),
    file_uri: fileUri,
  }),
  functionCall: object('A call that the model returned. Send it back unchanged, before its result.', {
    name: text('Name of the function.'),
    args: object('Its arguments.'),
    id: beyond(text('Identifies the call, if the model gave it an ID.')),
  }),
  functionResponse: beyond(
    object('The result of a function call.', {
      name: text('Name of the function.'),
      response: object('The result as an object.'),
      id: text('ID of the call.'),
    }),
  ),
  thought: beyond(flag('The text is a thought summary.')),
  thoughtSignature: beyond(text('Opaque. Send back with the part that it came with.')),
  videoMetadata: beyond(object('Which part of a video is read, and how many frames per second.')),
})

const contents = objects(
  'The turns of the conversation, oldest first.',
  membersOf('§2 Content', {
    role: text('Who wrote the turn.', { enum: ['user', 'model', 'function'], default: 'user' }),
    parts: required(objects('Content fragments of the turn.', part, atLeastOne)),
  }),
  atLeastOne,
)

const instruction = { parts: objects('The instruction in parts.', part) }

const generationConfig = membersOf('§2 generationConfig', {
  temperature: number('Randomness: 0 is the most predictable.', { examples: [0.7] }),
  maxOutputTokens: integer('Maximum length of the response in tokens, thoughts included.'),
  responseModalities: texts('Kinds of content to return. Include IMAGE to get images.', {
    examples: [['TEXT', 'IMAGE'], ['TEXT']],
  }),
  imageConfig: object('Settings of the image.', {
    aspectRatio: text('Aspect ratio of the image.', { examples: ['1:1', '16:9', '9:16', '4:3', '3:4'] }),
    imageSize: text('Size of the image.', { examples: ['1K', '2K'] }),
  }),
  responseMimeType: text('Format of the response.', { examples: ['application/json', 'text/plain'] }),
  responseSchema: object('Schema of the JSON to return, in the API’s own subset.'),
  responseJsonSchema: beyond(object('Schema of the JSON to return, as JSON Schema.')),
  topP: beyond(number('Samples from the most likely tokens whose probabilities add up to this.')),
  topK: beyond(number('Samples from this many of the most likely tokens.')),
  candidateCount: beyond(integer('Number of responses.', { default: 1 })),
  stopSequences: beyond(texts('Texts that end the response.')),
  seed: beyond(integer('The same seed makes similar responses more likely.')),
  presencePenalty: beyond(number('Lowers the probability of tokens that have occurred.')),
  frequencyPenalty: beyond(number('Lowers the probability of tokens by how often they have occurred.')),
  thinkingConfig: beyond(
    object('Settings of thinking.', {
      includeThoughts: beyond(flag('Return thought summaries.', { default: false })),
      thinkingBudget: beyond(integer('Maximum number of tokens for thoughts.')),
      thinkingLevel: beyond(text('How much the model thinks.', { examples: ['low', 'high'] })),
    }),
  ),
  mediaResolution: beyond(
    text('Resolution at which images and videos are read.', {
      examples: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
    }),
  ),
})

const otherMembers = '§2 Other request members'

const tool = membersOf(otherMembers, {
  functionDeclarations: objects(
    'Functions that the model can call.',
    membersOf(otherMembers, {
      name: text('Letters, digits, and underscores.'),
      description: text('What it does and when to call it.'),
      parameters: object('Schema of the arguments.'),
      parametersJsonSchema: beyond(object('Schema of the arguments, as JSON Schema.')),
    }),
  ),
  urlContext: object('An empty object: the model reads the URLs in the prompt.'),
  googleSearch: beyond(object('An empty object: the model searches the web.')),
  codeExecution: beyond(object('An empty object: the model runs code.')),
})

const generate = body({
  contents: required(contents),
  systemInstruction: specified(otherMembers, object('An instruction for all turns.', instruction)),
  system_instruction: beyond(object('Same as systemInstruction.', instruction)),
  generationConfig: object('How the response is generated.', generationConfig),
  generation_config: beyond(object('Same as generationConfig.')),
  tools: specified(otherMembers, objects('What the model can use.', tool)),
  toolConfig: beyond(object('Whether and which functions are called.')),
  safetySettings: beyond(
    objects('What the provider filters.', {
      category: text('What is filtered.', { examples: ['HARM_CATEGORY_HARASSMENT'] }),
      threshold: text('From which probability on.', {
        examples: ['BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE'],
      }),
    }),
  ),
  cachedContent: beyond(text('Name of content that the provider has cached.')),
})

const taskTypes = `RETRIEVAL_QUERY RETRIEVAL_DOCUMENT SEMANTIC_SIMILARITY CLASSIFICATION CLUSTERING
  QUESTION_ANSWERING FACT_VERIFICATION CODE_RETRIEVAL_QUERY`.split(/\s+/)

const embed = {
  content: required(
    object('What is embedded.', {
      parts: required(objects('The text in parts.', { text: text('Text to embed.') }, atLeastOne)),
    }),
  ),
  taskType: text('What the vector is used for.', { examples: taskTypes }),
  title: text('Title of the document, for RETRIEVAL_DOCUMENT.'),
  outputDimensionality: integer('Length of the vector. The model’s default if absent.', {
    exclusiveMinimum: 0,
  }),
}

const predict = body({
  instances: required(
    objects(
      'One element: the video.',
      {
        prompt: required(text('Describes the video.')),
        image: beyond(object('The first frame: bytesBase64Encoded and mimeType.')),
        lastFrame: beyond(object('The last frame: bytesBase64Encoded and mimeType.')),
        referenceImages: beyond(objects('Images to use in the video.')),
      },
      atLeastOne,
    ),
  ),
  parameters: beyond(
    object('Settings of the video.', {
      aspectRatio: text('Aspect ratio.', { examples: ['16:9', '9:16'] }),
      durationSeconds: number('Duration in seconds.', { examples: [4, 6, 8] }),
      resolution: text('Resolution.', { examples: ['720p', '1080p'] }),
      negativePrompt: text('What must not occur.'),
      personGeneration: text('Whether people may occur.'),
      seed: integer('The same seed makes similar videos more likely.'),
    }),
  ),
})

/** The file of the form is binary and has no schema. */
const transcribe = body({
  model: required(text('Model ID.')),
  stream: beyond(text('“true” streams the transcript.', { enum: ['true', 'false'], default: 'false' })),
  response_format: beyond(text('Format of the response.', { examples: ['json', 'text'], default: 'json' })),
  prompt: beyond(text('Words and spellings to expect.')),
  temperature: beyond(number('Randomness from 0 to 1.', { examples: [0] })),
  language: beyond(text('Language of the audio as an ISO 639-1 code.', { examples: ['en', 'de'] })),
})

const contentPart = {
  type: required(
    text('What the part is.', { examples: ['text', 'image_url', 'input_audio', 'file', 'video_url'] }),
  ),
  text: text('Text.'),
  image_url: object('An image.', { url: text('A data URL.') }),
  input_audio: object('Audio.', {
    data: base64,
    format: text('Format of the audio.', { examples: ['wav', 'mp3'] }),
  }),
  file: object('A document.', { file_data: text('A data URL.') }),
  video_url: object('A video.', { url: text('A data URL.') }),
}

const message = {
  role: required(text('Who wrote it.', { enum: ['system', 'developer', 'user', 'assistant', 'tool'] })),
  content: objects('A text, or text and media in parts.', contentPart, { type: ['string', 'array'] }),
  tool_calls: objects('Calls that the model returned. Send them back unchanged, before their results.'),
  tool_call_id: text('ID of the call, in a result.'),
}

const completeChat = body({
  model: required(text('Model ID.')),
  messages: required(objects('The messages of the conversation, oldest first.', message, atLeastOne)),
  stream: flag('Stream the response.', { default: false }),
  stream_options: object('Settings of the stream.', {
    include_usage: flag('End the stream with the tokens used.', { default: false }),
  }),
  temperature: number('Randomness: 0 is the most predictable.'),
  top_p: number('Samples from the most likely tokens whose probabilities add up to this.'),
  top_k: integer('Samples from this many of the most likely tokens.'),
  max_completion_tokens: integer('Maximum length of the response in tokens, thoughts included.'),
  max_tokens: integer('Same as max_completion_tokens.'),
  stop: texts('Texts that end the response.', { type: ['string', 'array'] }),
  seed: integer('The same seed makes similar responses more likely.'),
  n: integer('Number of responses.', { default: 1 }),
  presence_penalty: number('Lowers the probability of tokens that have occurred.'),
  frequency_penalty: number('Lowers the probability of tokens by how often they have occurred.'),
  logprobs: flag('Return log probabilities.', { default: false }),
  top_logprobs: integer('Number of alternatives for each token.'),
  reasoning_effort: text('How much the model thinks. Returns its thoughts, too.', {
    examples: ['none', 'minimal', 'low', 'medium', 'high'],
  }),
  response_format: object('Format of the response.', {
    type: required(text('Format of the response.', { examples: ['text', 'json_object', 'json_schema'] })),
    json_schema: object('Name and schema of the JSON to return.'),
  }),
  tools: objects('Functions that the model can call.', {
    type: required(text('Always function.', { examples: ['function'] })),
    function: object('A function that the model can call.', {
      name: text('Letters, digits, and underscores.'),
      description: text('What it does and when to call it.'),
      parameters: object('Schema of the arguments.'),
    }),
  }),
  tool_choice: text('Whether and which functions are called.', {
    type: ['string', 'object'],
    examples: ['auto', 'none', 'required'],
  }),
  parallel_tool_calls: flag('Allow several calls at once.', { default: true }),
  modalities: texts('Kinds of content to return.', { examples: [['text'], ['text', 'image']] }),
})

/** Requests of routes without an entry have no JSON body and no form. */
export const requestFields: Partial<Record<RouteId, Json>> = {
  generateContent: generate,
  streamGenerateContent: generate,
  countTokens: body({
    contents,
    generateContentRequest: object('A whole request, with its model, instead of contents.'),
  }),
  predictLongRunning: predict,
  embedContent: body(membersOf('§2 Embedding request-only fields', embed)),
  batchEmbedContents: body({
    requests: required(
      objects(
        'One request for each text.',
        { ...embed, model: text('The model of the URL, or absent.') },
        { ...atLeastOne, maxItems: 100 },
      ),
    ),
  }),
  transcribe,
  createChatCompletion: completeChat,
  createEmbeddings: body({
    model: required(text('Model ID.')),
    input: required(text('One text, or several.', { type: ['string', 'array'], minLength: 1, minItems: 1 })),
    dimensions: integer('Length of the vectors. The model’s default if absent.'),
    encoding_format: text('Form of the vectors.', { enum: ['float', 'base64'], default: 'float' }),
  }),
  createImages: body({
    model: required(text('Model ID.')),
    prompt: required(text('Describes the image.')),
    n: integer('Number of images, from 1 to 10. Each one is a call of the model.', { default: 1 }),
    size: text('Width and height in pixels. The nearest aspect ratio and size of the model are used.', {
      examples: ['1024x1024', '1536x1024', '1024x1536', 'auto'],
    }),
    response_format: text('url returns data URLs.', { examples: ['b64_json', 'url'], default: 'b64_json' }),
  }),
}
