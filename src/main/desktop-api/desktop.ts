// Implements the desktop contract, exhaustively: a call without its handler does not compile.
import type { Router } from '@orpc/server'
import type { Contract } from '#shared/desktop/contract'
import type { Application } from '../application'
import { answerApplication } from './answer-application'
import { answerChat } from './answer-chat'
import { answerConversations } from './answer-conversations'
import { answerDamagedJobs } from './answer-damaged-jobs'
import { answerEmbeddings } from './answer-embeddings'
import { answerImages } from './answer-images'
import { answerLibrary, answerMediaFolder } from './answer-library'
import { answerNetwork } from './answer-network'
import { answerPresets, answerTemplates } from './answer-shelf'
import { answerLoudness, answerRecordings, answerTranscriptions } from './answer-transcriptions'
import { answerVideos } from './answer-videos'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'
import { listModels } from './list-models'

export type DesktopRouter = Router<Contract, Record<never, never>>

export function createDesktop(application: Application, host: DesktopHost): DesktopRouter {
  const { workspace, keys, check, retryPort } = application
  // Nothing that the user did is lost to another program's write lock.
  const retrying = desktop.use(({ next }) => workspace.database.retryWhenWritable(async () => await next()))
  return retrying.router({
    application: answerApplication(application, host),
    ...answerNetwork(workspace, host),
    keys: {
      status: desktop.keys.status.handler(({ input }) => keys.status(input.slot)),
      set: desktop.keys.set.handler(({ input }) => keys.set(input.slot, input.key)),
      clear: desktop.keys.clear.handler(({ input }) => keys.clear(input.slot)),
      reload: desktop.keys.reload.handler(() => keys.reload()),
    },
    localKey: {
      read: desktop.localKey.read.handler(() => keys.local()),
      rotate: desktop.localKey.rotate.handler(() => keys.rotateLocal()),
    },
    gateway: {
      retryPort: desktop.gateway.retryPort.handler(() => retryPort()),
    },
    upstreams: {
      check: desktop.upstreams.check.handler(({ input, signal }) => check(input.upstream, signal)),
    },
    models: {
      list: desktop.models.list.handler(() => listModels(workspace.settings.read())),
    },
    conversations: answerConversations(workspace, host),
    chat: answerChat(workspace),
    images: answerImages(workspace, host),
    library: answerLibrary(workspace, host),
    mediaFolder: answerMediaFolder(workspace, host),
    videos: answerVideos(workspace),
    damagedJobs: answerDamagedJobs(workspace, host),
    transcriptions: answerTranscriptions(workspace, host),
    loudness: answerLoudness(workspace),
    recordings: answerRecordings(workspace),
    embeddings: answerEmbeddings(workspace, host),
    saves: {
      list: desktop.saves.list.handler(() => workspace.saves.list()),
      retry: desktop.saves.retry.handler(() => workspace.saves.retryNow()),
    },
    forms: {
      read: desktop.forms.read.handler(() => workspace.forms.read()),
      write: desktop.forms.write.handler(({ input }) => workspace.forms.write(input)),
    },
    drafts: {
      read: desktop.drafts.read.handler(() => workspace.drafts.read()),
      write: desktop.drafts.write.handler(({ input }) => workspace.drafts.write(input)),
    },
    presets: answerPresets(workspace, host),
    templates: answerTemplates(workspace, host),
    schemas: {
      check: desktop.schemas.check.handler(({ input }) => workspace.schemas.check(input)),
      validate: desktop.schemas.validate.handler(({ input }) => workspace.schemas.validate(input)),
    },
    exchanges: {
      list: desktop.exchanges.list.handler(({ input }) => workspace.exchanges.list(input)),
      read: desktop.exchanges.read.handler(({ input }) => workspace.exchanges.read(input)),
    },
  })
}
