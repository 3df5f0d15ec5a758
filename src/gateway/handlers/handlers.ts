// The map from routes to what answers them: a missing or a surplus handler does not compile.
import { embeddings } from './embeddings'
import { files } from './files'
import { generation } from './generation'
import type { Handlers } from './handler'
import { health } from './health'
import { models } from './models'
import { openapi } from './openapi'
import { transcription } from './transcription'
import { upload } from './upload'
import { videos } from './videos'

export const handlers: Handlers = {
  ...generation,
  ...videos,
  ...embeddings,
  ...transcription,
  ...models,
  ...files,
  ...upload,
  ...health,
  ...openapi,
} satisfies Handlers
