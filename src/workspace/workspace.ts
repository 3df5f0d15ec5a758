// What the user makes and keeps, opened from one folder; models are reached only through the `send` it is given.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnModels } from '#shared/models/catalogue'
import type { Send } from '#shared/wire/call'
import { type Changes, createChanges } from './changes'
import { type Collection, createCollection } from './collection/collection'
import { createGathering } from './collection/gathering'
import { createJsonSchemas, type JsonSchemas } from './json-schema/validate-json'
import { type Conversations, createConversations } from './library/conversations/conversations'
import { createExports, type Exports } from './library/conversations/exports/exports'
import { interruptRunningTurns } from './library/conversations/tree/turn-rows'
import { createDrafts, type Drafts } from './library/drafts'
import { createExchanges, type Exchanges } from './library/exchanges'
import { createSettings, type KeptSettings } from './library/settings'
import { createShelf, type Shelf } from './library/shelf'
import { type PresetContent, presetKind, type TemplateContent, templateKind } from './library/shelf-kinds'
import { type Chat, createChat } from './runs/chat/chat'
import { createPromptRequests } from './runs/chat/prompt-request'
import { createDrawings, type Drawings } from './runs/images/drawings'
import { closeDatabase, openDatabase } from './storage/database'
import { type Media, openMedia } from './storage/media'

export interface WorkspaceOptions {
  /** Made where it is missing. Holds `workspace.db`, `snapshots/` and `media/`. */
  readonly folder: string
  /** Calls the gateway's own API; adds the credential itself. */
  readonly send: Send
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly newId?: () => string
}

export interface Workspace {
  readonly conversations: Conversations
  readonly exports: Exports
  readonly chat: Chat
  readonly collection: Collection
  readonly images: Drawings
  /** The request that a turn was asked for with. */
  readonly describePrompt: ReturnType<typeof createPromptRequests>
  readonly drafts: Drafts
  readonly presets: Shelf<PresetContent>
  readonly templates: Shelf<TemplateContent>
  readonly schemas: JsonSchemas
  readonly settings: KeptSettings
  readonly exchanges: Exchanges
  readonly media: Media
  readonly changes: Changes
  /** Answers, images, videos … under way. */
  countRunning(): number
  /**
   * Ends what is under way as `interrupted`, keeps what has come, and lets go of the folder: once it resolves nothing
   * is written there any more. Twice does no harm.
   */
  close(): Promise<void>
}

/** Refuses, with a sentence that names the file, a database that is damaged or newer than this program. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { folder, send, now = Date.now, newId = randomUUID } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const connection = openDatabase({ file: join(folder, 'workspace.db'), now })
  const changes = createChanges()
  const base = { connection, changes, now, newId }
  const exchanges = createExchanges({ connection, changes })
  const settings = createSettings(connection, changes)
  const media = await openMedia(join(folder, 'media'), {
    chosen: settings.read().mediaFolder,
    onMoved: settings.keepMediaFolder,
  })
  const gathering = createGathering({ ...base, media })
  interruptRunningTurns(connection, gathering.addMade)
  const models = () => withOwnModels(settings.read().models)
  const chat = createChat({ ...base, media, send, models, collect: gathering.addMade })
  const conversations = createConversations({
    ...base,
    isRunning: chat.isRunning,
    onChanged: chat.tell,
    onDelete: chat.leave,
  })
  const exports = createExports({
    ...base,
    media,
    async add(tree) {
      const added = await conversations.add(tree)
      await gathering.addFrom(added.id)
      return added
    },
  })
  void gathering.start()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    chat.close()
    exchanges.close()
    changes.close()
    await Promise.all([gathering.close(), media.close()])
    closeDatabase(connection)
  }
  return {
    conversations,
    exports,
    chat,
    images: createDrawings({ ...base, models, begin: chat.begin }),
    collection: createCollection({
      ...gathering.ports,
      conversations,
      exports,
      gate: gathering.gate,
      closing: gathering.closing,
      complete: gathering.writeSidecars,
      reconcile: gathering.reconcile,
    }),
    describePrompt: createPromptRequests({ connection, media, models }),
    drafts: createDrafts(connection, now),
    presets: createShelf(base, presetKind),
    templates: createShelf(base, templateKind),
    schemas: createJsonSchemas(),
    settings,
    exchanges,
    media,
    changes,
    countRunning: chat.countRunning,
    close() {
      closing ??= close()
      return closing
    },
  }
}
