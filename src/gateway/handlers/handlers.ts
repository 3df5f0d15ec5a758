// Maps routes to their handlers; a missing or an extra handler does not compile.
import { embeddings } from './embeddings'
import { files } from './files'
import { generation } from './generation'
import { type Handlers, jsonResponse } from './handler'
import { models } from './models'
import { chatCompletions } from './openai-dialect/chat-completions'
import { openAiEmbeddings } from './openai-dialect/embeddings'
import { openAiImages } from './openai-dialect/images'
import { openAiModels } from './openai-dialect/models'
import { openapi } from './openapi'
import { transcription } from './transcription'
import { upload } from './upload'
import { videos } from './videos'

export const handlers: Handlers = {
  ...generation,
  ...videos,
  ...embeddings,
  ...transcription,
  ...chatCompletions,
  ...openAiEmbeddings,
  ...openAiImages,
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
