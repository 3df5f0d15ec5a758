// What the user makes and keeps, opened from one folder; models are reached only through the `send` it is given.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Send } from '#shared/wire/call'
import { type Changes, createChanges } from './changes'
import { type Conversations, createConversations } from './library/conversations'
import { createExchanges, type Exchanges } from './library/exchanges'
import { createSettings, type KeptSettings } from './library/settings'
import { interruptRunningTurns } from './library/turn-rows'
import { type Chat, createChat } from './runs/chat'
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
  readonly chat: Chat
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
  const chat = createChat({ connection, media, send, changes, now, newId })
  const conversations = createConversations({
    connection,
    changes,
    now,
    isRunning: chat.isRunning,
    onChanged: chat.tell,
    onDelete: chat.leave,
  })
  let closed = false
  return {
    conversations,
    chat,
    settings: createSettings(connection, changes),
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
