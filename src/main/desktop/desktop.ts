// Answers the desktop contract, exhaustively: a call without its answer does not compile.
import { implement } from '@orpc/server'
import { contract } from '#shared/desktop/contract'
import { catalogue } from '#shared/models/catalogue'
import type { Application } from '../application'
import { relayErrors } from './relay-errors'

/** What only the desktop's host can do. */
export interface DesktopHost {
  /** False where the address is not one that may be opened. */
  readonly openLink: (address: string) => Promise<boolean>
  readonly revealFolder: (folder: string) => Promise<void>
}

export type DesktopRouter = ReturnType<typeof createDesktop>

export function createDesktop({ workspace, keys, status }: Application, host: DesktopHost) {
  const desktop = implement(contract).use(relayErrors)
  return desktop.router({
    application: {
      status: desktop.application.status.handler(status),
      changes: desktop.application.changes.handler(async function* ({ signal }) {
        yield* workspace.changes.watch(signal)
      }),
      openLink: desktop.application.openLink.handler(async ({ input }) => ({
        opened: await host.openLink(input.url),
      })),
      revealDataFolder: desktop.application.revealDataFolder.handler(() =>
        host.revealFolder(status().dataFolder),
      ),
    },
    settings: {
      read: desktop.settings.read.handler(() => workspace.settings.read()),
      update: desktop.settings.update.handler(({ input }) => workspace.settings.update(input)),
    },
    keys: {
      status: desktop.keys.status.handler(({ input }) => keys.status(input.slot)),
      set: desktop.keys.set.handler(({ input }) => keys.set(input.slot, input.key)),
      clear: desktop.keys.clear.handler(({ input }) => keys.clear(input.slot)),
    },
    localKey: {
      read: desktop.localKey.read.handler(() => keys.local()),
      rotate: desktop.localKey.rotate.handler(() => keys.rotateLocal()),
    },
    models: {
      list: desktop.models.list.handler(() =>
        catalogue.map(({ id, displayName, description, kind, thinks = false }) => ({
          id,
          displayName,
          description,
          kind,
          thinks,
        })),
      ),
    },
    conversations: {
      list: desktop.conversations.list.handler(() => workspace.conversations.list()),
      rename: desktop.conversations.rename.handler(({ input }) => workspace.conversations.rename(input)),
      delete: desktop.conversations.delete.handler(({ input }) => workspace.conversations.delete(input)),
      restore: desktop.conversations.restore.handler(({ input }) => workspace.conversations.restore(input)),
    },
    chat: {
      watch: desktop.chat.watch.handler(async function* ({ input, signal }) {
        yield* workspace.chat.watch(input, signal)
      }),
      send: desktop.chat.send.handler(({ input }) => workspace.chat.send(input)),
      stop: desktop.chat.stop.handler(({ input }) => workspace.chat.stop(input)),
      retry: desktop.chat.retry.handler(({ input }) => workspace.chat.retry(input)),
    },
    exchanges: {
      list: desktop.exchanges.list.handler(({ input }) => workspace.exchanges.list(input)),
    },
  })
}
