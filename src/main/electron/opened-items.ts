// Items that the user opens outside the page, by a notification or in the tray. The page shows them once it can.
import type { OpenableItem } from '#shared/schemas/notifications'
import { createMailbox } from '#workspace/concurrency/mailbox'

export interface OpenedItems {
  /** Shows a window, and opens the item in its page. The only way from outside the page to an item. */
  open(item: OpenableItem): void
  /** Yields the last item that no page has opened yet, then each new one. For one page at a time. */
  watch(signal?: AbortSignal): AsyncIterable<OpenableItem>
}

export function createOpenedItems(showWindow: () => void): OpenedItems {
  const items = createMailbox<OpenableItem>((waiting, item) => void waiting.splice(0, waiting.length, item))
  return {
    open(item) {
      items.put(item)
      showWindow()
    },
    watch: items.read,
  }
}
