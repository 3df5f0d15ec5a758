// Gives the page its MessagePorts, one for the desktop contract and one for each set whose vectors it reads, and serves the
// contract over them.
import { setTimeout as pause } from 'node:timers/promises'
import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain, type Session } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
import { createDeferred, withDeadline } from '#workspace/concurrency/timing'
import { createHandler, type DesktopRouter } from '../desktop-api/bind'
import type { PageId } from '../page-mailboxes'
import { isAppUrl } from './app-urls'
import { listenUntil } from './listen-until'

/** Serves all ports of a channel: the function gets them unstarted, also those that were requested before. */
export type ServePorts = (accept: AcceptPort) => void

type AcceptPort = (port: MessagePortMain, page: PageId) => void

export interface PageSource {
  /** The session of the application's pages, which exists once Electron is ready. */
  readonly session: () => Session
  /** Aborted when the application has closed. */
  readonly closed: AbortSignal
}

/** The page requests its ports while the application opens. Its messages wait in them. */
export function collectPorts(source: PageSource): {
  readonly desktop: ServePorts
  readonly vectors: ServePorts
} {
  // The media protocol would take three times as long for 60 MB of vectors, and the page would buffer them twice.
  return { desktop: collectFrom('desktop-port', source), vectors: collectFrom(vectorsChannel, source) }
}

/** Calls back for each message of the application's own pages, not of their frames or of other pages. */
export function onPageMessage(
  { session, closed }: PageSource,
  channel: string,
  listener: (event: IpcMainEvent, ...args: unknown[]) => void,
): void {
  listenUntil(closed, ipcMain, channel, (event: IpcMainEvent, ...args: unknown[]) => {
    const { sender, senderFrame: frame } = event
    if (sender.session === session() && frame && !frame.parent && isAppUrl(frame.url))
      listener(event, ...args)
  })
}

function collectFrom(channel: string, source: PageSource): ServePorts {
  const [serving, serve] = createDeferred<AcceptPort>()
  onPageMessage(source, channel, ({ sender, senderFrame: frame }) => {
    // Messages wait until the port is started.
    const { port1, port2 } = new MessageChannelMain()
    frame?.postMessage(channel, null, [port2])
    void serving.then((accept) => accept(port1, sender.id))
  })
  return serve
}

interface Bridge {
  /** Resolves when the pages have closed and their last calls are handled, or after a timeout. */
  settle(): Promise<void>
}

/** Milliseconds to wait for the last calls of a closing page. */
const closeTimeoutMs = 500

/** A reloaded page requests a new port; its old one closes, which ends its streams. `onGone` is called then. */
export function openBridge(
  servePorts: ServePorts,
  router: DesktopRouter,
  onGone: (page: PageId) => void,
): Bridge {
  const handler = createHandler(router)
  const open = new Set<Promise<void>>()
  servePorts((port, page) => {
    handler.upgrade(port, { context: { page } })
    const closed = new Promise<void>((resolve) => port.once('close', resolve))
    open.add(closed)
    void closed.then(() => {
      open.delete(closed)
      onGone(page)
    })
    port.start()
  })
  return {
    async settle() {
      await withDeadline(Promise.all(open), closeTimeoutMs, undefined)
      // The last calls may still be writing to disk.
      await pause(0)
    },
  }
}
