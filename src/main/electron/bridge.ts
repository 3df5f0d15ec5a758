// Serves the desktop contract over the page's MessagePorts.
import { setTimeout as pause } from 'node:timers/promises'
import { createHandler, type DesktopRouter } from '../desktop-api/bind'
import type { PageId } from '../page-mailboxes'
import type { ServePorts } from './page-ports'

export interface Bridge {
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
      const timer = new AbortController()
      await Promise.race([Promise.all(open), pause(closeTimeoutMs, undefined, { signal: timer.signal })])
      timer.abort()
      // The last calls may still be writing to disk.
      await pause(0)
    },
  }
}
