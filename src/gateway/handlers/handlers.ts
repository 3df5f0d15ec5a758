// Maps routes to their handlers; a missing or an extra handler does not compile.
import { embeddings } from './embeddings'
import { files } from './files'
import { generation } from './generation'
import { type Handlers, jsonResponse } from './handler'
import { models } from './models'
import type { OpenAiClients } from './openai-clients'
import { transcription } from './transcription'
import { upload } from './upload'
import { videos } from './videos'

/** Loaded with the first request of an OpenAI client. */
const load = async () => (await import('./openai-clients')).openAiClients

const openAiClients: OpenAiClients = {
  createChatCompletion: async (request) => (await load()).createChatCompletion(request),
  createEmbeddings: async (request) => (await load()).createEmbeddings(request),
  createImages: async (request) => (await load()).createImages(request),
  listOpenAiModels: async (request) => (await load()).listOpenAiModels(request),
  getOpenAiModel: async (request) => (await load()).getOpenAiModel(request),
}

export const handlers: Handlers = {
  ...generation,
  ...videos,
  ...embeddings,
  ...transcription,
  ...openAiClients,
  ...models,
  ...files,
  ...upload,
  /** Reveals nothing else, since it requires no key. */
  health: async ({ version }) => jsonResponse({ status: 'ok', version }),
  /** Described once per URL of the gateway, of which it has only a few. */
  openapi: async ({ version, origin, apiDescriptions }) => {
    const cached = apiDescriptions.get(origin)
    if (cached) return cached
    // Nothing else in the gateway needs the descriptions of all fields.
    const { describeApi } = await import('#shared/endpoints/openapi')
    const described = jsonResponse(describeApi(version, origin))
    apiDescriptions.set(origin, described)
    return described
  },
  metrics: async ({ metrics }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: Buffer.from(metrics()),
  }),
} satisfies Handlers
