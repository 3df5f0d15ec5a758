// Gives the page its MessagePorts: one for the desktop contract, and one for each set whose vectors it reads.
import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain, type Session } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
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
  let serve: ServePorts = () => {}
  const serving = new Promise<AcceptPort>((resolve) => {
    serve = resolve
  })
  onPageMessage(source, channel, ({ sender, senderFrame: frame }) => {
    // Messages wait until the port is started.
    const { port1, port2 } = new MessageChannelMain()
    frame?.postMessage(channel, null, [port2])
    void serving.then((accept) => accept(port1, sender.id))
  })
  return serve
}
