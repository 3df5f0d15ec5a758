// Passes the page its MessagePorts: one for the desktop contract, and one for each set whose vectors it reads.
import { setTimeout as pause } from 'node:timers/promises'
import { RPCHandler } from '@orpc/server/message-port'
import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
import type { DesktopRouter } from '../desktop-api/bind'
import type { VectorsThread } from '../vectors-thread'
import { isAppUrl } from './app-urls'

const channel = 'desktop-port'

export interface Bridge {
  /** Resolves when the pages have closed and their last calls are handled, or after a timeout. */
  settle(): Promise<void>
}

/** Milliseconds to wait for the last calls of a closing page. */
const closeTimeoutMs = 500

/** A reloaded page requests a new port; its old one closes, which ends its streams. `onGone` is called then. */
export function openBridge(router: DesktopRouter, onGone: () => void): Bridge {
  const handler = new RPCHandler(router)
  const open = new Set<Promise<void>>()
  ipcMain.on(channel, (event) => {
    const port = transferPort(event, channel)
    if (!port) return
    handler.upgrade(port)
    const closed = new Promise<void>((resolve) => port.once('close', resolve))
    open.add(closed)
    void closed.then(() => {
      open.delete(closed)
      onGone()
    })
    port.start()
  })
  return {
    async settle() {
      const timer = new AbortController()
      await Promise.race([Promise.all(open), pause(closeTimeoutMs, undefined, { signal: timer.signal })])
      timer.abort()
      // The last calls may still be writing to disk.
      await pause(0)
    },
  }
}

/** The media protocol would take three times as long for 60 MB, and the page would buffer the vectors twice. */
export function openVectorsBridge(join: VectorsThread['join']): void {
  ipcMain.on(vectorsChannel, (event) => {
    const port = transferPort(event, vectorsChannel)
    if (!port) return
    join(port)
    port.start()
  })
}

/** Returns undefined unless the application's own page has requested it. Messages wait until the port is started. */
function transferPort({ senderFrame: frame }: IpcMainEvent, channel: string): MessagePortMain | undefined {
  if (!frame || frame.parent || !isAppUrl(frame.url)) return undefined
  const { port1, port2 } = new MessageChannelMain()
  frame.postMessage(channel, null, [port2])
  return port1
}
