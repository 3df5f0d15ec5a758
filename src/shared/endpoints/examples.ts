// Example requests of the seventeen endpoints, used by the reference, the code samples and the contract tests.

/** An image of 8 × 8 pixels keeps the examples complete and short. */
const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'

const textPrompt = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })

export const examples = {
  generate: {
    ...textPrompt('Explain in two sentences how a rainbow forms.'),
    generationConfig: { temperature: 0.7, maxOutputTokens: 256 },
  },
  editOrDraw: {
    ...textPrompt('A lighthouse on a cliff at dusk, flat colors.'),
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  },
  conversation: {
    contents: [
      { role: 'user', parts: [{ text: 'Name a river in Europe.' }] },
      { role: 'model', parts: [{ text: 'The Danube.' }] },
      { role: 'user', parts: [{ text: 'Which countries does it cross?' }] },
    ],
  },
  reasoning: {
    ...textPrompt('A train leaves at 9:40 and arrives at 12:05. How long does it travel?'),
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  },
  stream: textPrompt('Write a short story about a clock that runs backwards.'),
  imageWithRatio: {
    contents: [{ parts: [{ text: 'A wide valley under a starry sky.' }] }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '1K' },
    },
  },
  functionCalling: {
    ...textPrompt('What is the weather in Lisbon?'),
    tools: [
      {
        functionDeclarations: [
          {
            name: 'get_weather',
            description: 'Gets the weather of a city.',
            parameters: {
              type: 'object',
              properties: { city: { type: 'string', description: 'Name of the city' } },
              required: ['city'],
            },
          },
        ],
      },
    ],
  },
  structuredOutput: {
    ...textPrompt('Suggest two pasta recipes.'),
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, minutes: { type: 'integer' } },
          required: ['name', 'minutes'],
        },
      },
    },
  },
  video: { instances: [{ prompt: 'A paper boat on a stream, slow camera.' }] },
  videoUnderstanding: {
    contents: [
      {
        parts: [
          { text: 'Summarize this video in three sentences.' },
          { file_data: { mime_type: 'video/mp4', file_uri: 'https://example.com/clip.mp4' } },
        ],
      },
    ],
  },
  imageEditing: {
    contents: [
      {
        parts: [
          { text: 'Make the background blue.' },
          { inlineData: { mimeType: 'image/png', data: examplePng } },
        ],
      },
    ],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  },
  urlContext: {
    contents: [{ parts: [{ text: 'What is this page about? https://example.com/' }] }],
    tools: [{ urlContext: {} }],
  },
  embedding: {
    content: { parts: [{ text: 'The quick brown fox jumps over the lazy dog.' }] },
    taskType: 'SEMANTIC_SIMILARITY',
  },
  imageUnderstanding: {
    contents: [
      {
        parts: [
          { text: 'Describe this image.' },
          { inline_data: { mime_type: 'image/png', data: examplePng } },
        ],
      },
    ],
  },
  draw: { contents: [{ parts: [{ text: 'A small robot watering a plant.' }] }] },
  search: { contents: [{ parts: [{ text: 'Summarize what is known about the aurora borealis.' }] }] },
} as const

export interface RouteExample {
  /** Names it in lists. */
  readonly title: string
  readonly model?: string
  readonly body?: object
  /** Names are written as in the description of the route. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The bytes of a whole file, or the last ones. */
const lastBytes = { 'X-Goog-Upload-Command': 'upload, finalize', 'X-Goog-Upload-Offset': '0' }

/** Titles and example requests of the routes beyond the specification. */
export const routeExamples = {
  countTokens: {
    title: 'Token count',
    model: 'gen-2.5-flash',
    body: textPrompt('How many tokens does this sentence have?'),
  },
  batchEmbedContents: {
    title: 'Batch embedding',
    model: 'gen-embedding-001',
    body: {
      requests: ['The sun rises in the east.', 'Bread is baked in an oven.'].map((text) => ({
        model: 'models/gen-embedding-001',
        content: { parts: [{ text }] },
      })),
    },
  },
  createChatCompletion: {
    title: 'Chat completion (OpenAI)',
    body: {
      model: 'gen-2.5-flash',
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: 'Why is the sky blue?' },
      ],
    },
  },
  createEmbeddings: {
    title: 'Embeddings (OpenAI)',
    body: {
      model: 'gen-embedding-001',
      input: ['The sun rises in the east.', 'Bread is baked in an oven.'],
    },
  },
  createImages: {
    title: 'Images (OpenAI)',
    body: { model: 'gen-2.5-flash-image', prompt: 'A small robot watering a plant.', size: '1536x1024' },
  },
  listOpenAiModels: { title: 'Models (OpenAI)' },
  getOpenAiModel: { title: 'Model (OpenAI)' },
  listModels: { title: 'Models' },
  getModel: { title: 'Model' },
  getOperation: { title: 'Video operation' },
  getModelOperation: {
    title: 'Video operation by full name',
    model: 'gen-video-3.1-fast-generate-preview',
  },
  downloadFile: { title: 'File download' },
  listFiles: { title: 'Uploaded files' },
  getFile: { title: 'Uploaded file' },
  deleteFile: { title: 'File deletion' },
  uploadFile: { title: 'File upload', headers: { 'X-Goog-Upload-Protocol': 'raw' } },
  continueUpload: { title: 'Resumed upload', headers: lastBytes },
  putUpload: { title: 'Resumed upload with PUT', headers: lastBytes },
  health: { title: 'Health check' },
  openapi: { title: 'OpenAPI description' },
  metrics: { title: 'Metrics' },
} as const satisfies Readonly<Record<string, RouteExample>>
