// What the user makes and keeps, opened from one folder; models are reached only through the `send` it is given.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnModels } from '#shared/models/catalogue'
import type { Send } from '#shared/wire/call'
import { type Changes, createChanges } from './changes'
import { createJsonSchemas, type JsonSchemas } from './json-schema/validate-json'
import { type Conversations, createConversations } from './library/conversations'
import { createDrafts, type Drafts } from './library/drafts'
import { createExchanges, type Exchanges } from './library/exchanges'
import { createExports, type Exports } from './library/exports/exports'
import { createSettings, type KeptSettings } from './library/settings'
import { createShelf, type Shelf } from './library/shelf'
import { type PresetContent, presetKind, type TemplateContent, templateKind } from './library/shelf-kinds'
import { interruptRunningTurns } from './library/turn-rows'
import { type Chat, createChat } from './runs/chat/chat'
import { createPromptRequests } from './runs/chat/prompt-request'
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
  /** Ends what is under way as `interrupted`, keeps what has come, and lets go of the folder. Twice does no harm. */
  close(): Promise<void>
}

/** Refuses, with a sentence that names the file, a database that is damaged or newer than this program. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { folder, send, now = Date.now, newId = randomUUID } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const media = await openMedia(join(folder, 'media'))
  const connection = openDatabase({ file: join(folder, 'workspace.db'), now })
  interruptRunningTurns(connection)
  const changes = createChanges()
  const exchanges = createExchanges({ connection, changes })
  const settings = createSettings(connection, changes)
  const models = () => withOwnModels(settings.read().models)
  const chat = createChat({ connection, media, send, changes, now, newId, models })
  const conversations = createConversations({
    connection,
    changes,
    now,
    newId,
    isRunning: chat.isRunning,
    onChanged: chat.tell,
    onDelete: chat.leave,
  })
  let closed = false
  return {
    conversations,
    exports: createExports({ connection, media, now, add: conversations.add }),
    chat,
    describePrompt: createPromptRequests({ connection, media, models }),
    drafts: createDrafts(connection, now),
    presets: createShelf({ connection, changes, now, newId }, presetKind),
    templates: createShelf({ connection, changes, now, newId }, templateKind),
    schemas: createJsonSchemas(),
    settings,
    exchanges,
    media,
    changes,
    countRunning: chat.countRunning,
    async close() {
      if (closed) return
      closed = true
      chat.close()
      exchanges.close()
      changes.close()
      closeDatabase(connection)
      await media.close()
    },
  }
}
