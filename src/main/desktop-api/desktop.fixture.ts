// Opens the application for tests, with a client of the desktop contract over a MessagePort.
import { basename } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { openPortCalls, toRemoteFunctions } from '#gateway/port-calls'
import type { Contract } from '#shared/desktop/contract'
import { type Application, openApplication } from '../application'
import { readBuildInfo } from '../build-info'
import type { DataFunctions } from '../database-thread'
import { createDataFunctions } from '../database-thread'
import { openGateway } from '../gateway-host/open-gateway'
import { createIncidents } from '../incidents'
import { createPageMailboxes } from '../page-mailboxes'
import type { Cipher } from '../vault/vault'
import { createHandler } from './bind'
import type { DesktopHost } from './desktop-host'
import { createDesktopRouter } from './desktop-router'

/** The user's answers to dialogs, and the recorded requests to the system. */
interface User {
  /** The file or folder that dialogs return, or several files on a line each; null cancels them. */
  dialogResult: string | null
  /** Names and extensions passed to dialogs. */
  readonly suggested: string[]
  /** Paths of dropped files by the id that the page has for them. */
  readonly dropped: Map<string, readonly string[]>
  readonly openedLinks: string[]
  /** Exports that are opened from the file manager. */
  readonly openedFiles: ReturnType<typeof createPageMailboxes<string>>
  /** Files that were revealed or dragged out. */
  readonly outside: string[]
}

export interface Desktop {
  readonly client: ContractRouterClient<Contract>
  readonly application: Application
  readonly user: User
  /** Serves another client over this port. */
  readonly serve: (port: Parameters<ReturnType<typeof createHandler>['upgrade']>[0]) => void
  readonly close: () => Promise<void>
}

/** Inverts bytes, so that tests can detect plain text on disk. */
export const invertingCipher = {
  available: true,
  backend: 'a keyring',
  encrypt: async (text: string) => Buffer.from(text).reverse(),
  decrypt: async (bytes: Buffer) => Buffer.from(bytes).reverse().toString('utf8'),
}

export async function openDesktop(
  folder: string,
  demoPace = 'instant',
  cipher: Cipher = invertingCipher,
): Promise<Desktop> {
  const application = await openApplication({
    folder,
    cipher,
    gatewayPort: 0,
    demoPace,
    version: '0.0.0',
    resolveProxy,
    startGateway: (settings, events) => openGateway(settings, events.onExchange, events),
  })
  const openedFiles = createPageMailboxes<string>()
  const user: User = {
    dialogResult: null,
    suggested: [],
    dropped: new Map(),
    openedLinks: [],
    openedFiles,
    outside: [],
  }
  const { port1, port2 } = new MessageChannel()
  const handler = createHandler(createDesktopRouter(application, hostOf(user)))
  handler.upgrade(port1)
  port1.start()
  port2.start()
  return {
    client: createORPCClient(new RPCLink({ port: port2 })),
    application,
    user,
    serve: (port) => handler.upgrade(port),
    async close() {
      port2.close()
      await application.close()
    },
  }
}

const resolveProxy = async (url: string) => `PROXY for ${url}`

function hostOf(user: User): DesktopHost {
  return {
    watchIncidents: createIncidents({ write: () => {} }).watch,
    openLogFolder: async () => {},
    menu: { report: () => {}, run: () => {} },
    windows: {
      watch: async function* () {},
      show: () => {},
      showInMain: () => {},
      openChat: () => {},
    },
    hasTray: async () => false,
    restartAs: () => {},
    watchOpenedFiles: user.openedFiles.read,
    openLink: async (url) => user.openedLinks.push(url) > 0,
    revealFolder: async () => {},
    chooseCertificates: async () => user.dialogResult,
    saveFile: async (name, extensions) => {
      user.suggested.push(`${name} (${extensions.join()})`)
      return user.dialogResult
    },
    openFile: async (extensions) => {
      user.suggested.push(`open (${extensions.join()})`)
      return user.dialogResult
    },
    openFiles: async (extensions) => {
      user.suggested.push(`open (${extensions.join()})`)
      return user.dialogResult?.split('\n') ?? null
    },
    consumeDropped: (id) => user.dropped.get(id),
    openFolder: async () => user.dialogResult,
    revealFile: (path) => void user.outside.push(`revealed ${basename(path)}`),
    dragFile: async (_, path, name) => void user.outside.push(`dragged ${basename(path)} as ${name}`),
    resolveProxy,
    callDataThread: (work, events = {}) => {
      const { port1, port2 } = new MessageChannel()
      openPortCalls(port1, createDataFunctions(events))
      return work(
        toRemoteFunctions<DataFunctions, object>(openPortCalls<DataFunctions>(port2).call, {}),
      ).finally(() => port2.close())
    },
    backups: {
      last: () => null,
      run: () => Promise.reject(new Error('no backups in this test')),
      cancel: () => {},
    },
    build: () => ({ ...readBuildInfo(''), packageType: 'source', isSandboxed: true, dataFolder: '' }),
    updates: {
      read: () => ({ hasFeed: false, phase: { type: 'idle' }, checkedAt: null, blocker: null }),
      check: async () => {},
      download: async () => {},
      cancelDownload: () => {},
      install: () => {},
    },
    spelling: {
      read: () => ({
        isOn: false,
        isSystem: false,
        languages: [],
        suggested: null,
        dictionaries: [],
        ready: [],
        phase: { type: 'idle' },
      }),
      download: () => {},
      addFile: () => null,
      deleteDictionary: () => {},
      words: () => [],
      addWord: () => {},
      removeWord: () => {},
    },
  }
}
