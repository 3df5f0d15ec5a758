// Hands the page its one MessagePort, over which it speaks the desktop contract.
import { setTimeout as pause } from 'node:timers/promises'
import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain } from 'electron'
import type { DesktopRouter } from '../desktop-api/bind'
import { handPort } from './hand-port'

const channel = 'desktop-port'

export interface Bridge {
  /** Resolves once the pages are gone and what they said last has been heard, or after a moment's patience. */
  settle(): Promise<void>
}

/** Milliseconds for the last words of a page that is going. */
const patience = 500

/** A reloaded page asks again; its old port closes by itself, and what it listened to ends with it. `onGone` is told then. */
export function openBridge(router: DesktopRouter, onGone: () => void): Bridge {
  const handler = new RPCHandler(router)
  const open = new Set<Promise<void>>()
  ipcMain.on(channel, (event) => {
    const port = handPort(event, channel)
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
      await Promise.race([Promise.all(open), pause(patience, undefined, { signal: timer.signal })])
      timer.abort()
      // The answer to the last words may still be on its way to the disk.
      await pause(0)
    },
  }
}
