// Hands the page its one MessagePort, over which it speaks the desktop contract.
import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain } from 'electron'
import type { DesktopRouter } from '../desktop/desktop'
import { isOwnAddress } from './addresses'

const channel = 'desktop-port'

/** A reloaded page asks again; its old port closes by itself, and what it listened to ends with it. */
export function openBridge(router: DesktopRouter): void {
  const handler = new RPCHandler(router)
  ipcMain.on(channel, (event) => {
    const frame = event.senderFrame
    if (!frame || frame.parent || !isOwnAddress(frame.url)) return
    const { port1, port2 } = new MessageChannelMain()
    handler.upgrade(port1)
    port1.start()
    frame.postMessage(channel, null, [port2])
  })
}
