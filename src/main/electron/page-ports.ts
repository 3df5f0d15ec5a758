// Gives the page its MessagePorts: one for the desktop contract, and one for each set whose vectors it reads.
import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
import type { PageId } from '../page-mailboxes'
import { isAppUrl } from './app-urls'

/** Serves all ports of a channel: the function gets them unstarted, also those that were requested before. */
export type ServePorts = (accept: AcceptPort) => void

type AcceptPort = (port: MessagePortMain, page: PageId) => void

/** The page requests its ports while the application opens. Its messages wait in them. */
export function collectPorts(): { readonly desktop: ServePorts; readonly vectors: ServePorts } {
  // The media protocol would take three times as long for 60 MB of vectors, and the page would buffer them twice.
  return { desktop: collectFrom('desktop-port'), vectors: collectFrom(vectorsChannel) }
}

function collectFrom(channel: string): ServePorts {
  let serve: ServePorts = () => {}
  const serving = new Promise<AcceptPort>((resolve) => {
    serve = resolve
  })
  ipcMain.on(channel, (event) => {
    const port = transferPort(event, channel)
    const { id } = event.sender
    if (port) void serving.then((accept) => accept(port, id))
  })
  return serve
}

/** Returns undefined unless the application's own page has requested it. Messages wait until the port is started. */
function transferPort({ senderFrame: frame }: IpcMainEvent, channel: string): MessagePortMain | undefined {
  if (!frame || frame.parent || !isAppUrl(frame.url)) return undefined
  const { port1, port2 } = new MessageChannelMain()
  frame.postMessage(channel, null, [port2])
  return port1
}
