// Answers the desktop contract, exhaustively: a call without its answer does not compile.
import { implement } from '@orpc/server'
import { describeCertificates } from '#gateway/upstreams/certificates'
import { type CertificatesFile, contract } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import type { Application } from '../application'
import { listModels } from './list-models'
import { relayErrors } from './relay-errors'

/** What only the desktop's host can do. */
export interface DesktopHost {
  /** False where the address is not one that may be opened. */
  readonly openLink: (address: string) => Promise<boolean>
  readonly revealFolder: (folder: string) => Promise<void>
  /** The path that the user has chosen; null where the dialog was left. */
  readonly chooseCertificates: () => Promise<string | null>
  /** In the words of a PAC file. */
  readonly resolveProxy: (url: string) => Promise<string>
}

export type DesktopRouter = ReturnType<typeof createDesktop>

export function createDesktop({ workspace, keys, status, check }: Application, host: DesktopHost) {
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
    upstreams: {
      check: desktop.upstreams.check.handler(({ input, signal }) => check(input.upstream, signal)),
    },
    network: {
      chooseCertificates: desktop.network.chooseCertificates.handler(async () => {
        const file = await host.chooseCertificates()
        return file === null ? null : readCertificates(file)
      }),
      readCertificates: desktop.network.readCertificates.handler(({ input }) => readCertificates(input.file)),
      systemProxy: desktop.network.systemProxy.handler(async ({ input }) => ({
        proxy: await host.resolveProxy(readAddress(input.url)),
      })),
    },
    models: {
      list: desktop.models.list.handler(() => listModels(workspace.settings.read())),
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

function readCertificates(file: string): CertificatesFile {
  return { file, certificates: [...describeCertificates(file)] }
}

function readAddress(url: string): string {
  try {
    return new URL(url).href
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'url: is no address', { param: 'url' })
  }
}
