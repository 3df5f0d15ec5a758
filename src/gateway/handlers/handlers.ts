// Maps routes to their handlers; a missing or an extra handler does not compile.
import { embeddings } from './embeddings'
import { files } from './files'
import { generation } from './generation'
import { type Handlers, jsonResponse } from './handler'
import { models } from './models'
import { openAiModels } from './openai-dialect/models'
import { openapi } from './openapi'
import { transcription } from './transcription'
import { upload } from './upload'
import { videos } from './videos'

/** Loaded with the first request of an OpenAI client. */
const openAiClients: Pick<Handlers, 'createChatCompletion' | 'createEmbeddings' | 'createImages'> = {
  createChatCompletion: async (request) => {
    const { chatCompletions } = await import('./openai-dialect/chat-completions')
    return await chatCompletions.createChatCompletion(request)
  },
  createEmbeddings: async (request) => {
    const { openAiEmbeddings } = await import('./openai-dialect/embeddings')
    return await openAiEmbeddings.createEmbeddings(request)
  },
  createImages: async (request) => {
    const { openAiImages } = await import('./openai-dialect/images')
    return await openAiImages.createImages(request)
  },
}

export const handlers: Handlers = {
  ...generation,
  ...videos,
  ...embeddings,
  ...transcription,
  ...openAiClients,
  ...openAiModels,
  ...models,
  ...files,
  ...upload,
  /** Reveals nothing else, since it requires no key. */
  health: async ({ version }) => jsonResponse({ status: 'ok', version }),
  ...openapi,
  metrics: async ({ metrics }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: Buffer.from(metrics()),
  }),
} satisfies Handlers
