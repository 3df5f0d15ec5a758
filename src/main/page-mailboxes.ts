// Queues of items for the pages of several windows: each item is read by one page.

/** The ID of the page's `WebContents`, which stays when the page is loaded again. */
export type PageId = number

interface PageMailboxes<Item> {
  /** Without a page, for the one that `choose` returns. Waits until that page reads. */
  put(item: Item, page?: PageId): void
  /** A further call for the same page ends the earlier iteration. Ends without an error when the signal is aborted. */
  read(page: PageId, signal?: AbortSignal): AsyncGenerator<Item, void, undefined>
  /** The window has closed: removes what only its page could read. */
  delete(page: PageId): void
}

interface Options<Item> {
  /** Appends the item to those waiting for the same page, or merges it into one. */
  readonly merge?: (waiting: Item[], item: Item) => void
  /** Chooses among the pages that read; there is at least one. Undefined is the one that has read for the longest time. */
  readonly choose?: (pages: readonly PageId[]) => PageId | undefined
  /** The page is gone, and no newer one with its ID reads. */
  readonly onEnd?: (page: PageId) => void
}

export function createPageMailboxes<Item>({
  merge = (waiting, item) => void waiting.push(item),
  choose = () => undefined,
  onEnd = () => {},
}: Options<Item> = {}): PageMailboxes<Item> {
  /** By page; undefined is any page. */
  const waiting = new Map<PageId | undefined, Item[]>()
  const readers = new Map<PageId, { wake: () => void }>()

  function consume(page: PageId): Item | undefined {
    const own = waiting.get(page)?.shift()
    const pages = [...readers.keys()]
    if (own !== undefined || (choose(pages) ?? pages[0]) !== page) return own
    return waiting.get(undefined)?.shift()
  }
  const wakeAll = () => {
    for (const { wake } of [...readers.values()]) wake()
  }

  return {
    put(item, page) {
      const items = waiting.get(page) ?? []
      waiting.set(page, items)
      merge(items, item)
      wakeAll()
    },
    async *read(page, signal) {
      const reader = { wake: () => {} }
      const replaced = readers.get(page)
      readers.set(page, reader)
      replaced?.wake()
      const onAbort = () => reader.wake()
      signal?.addEventListener('abort', onAbort)
      try {
        while (!signal?.aborted && readers.get(page) === reader) {
          const item = consume(page)
          if (item !== undefined) yield item
          else await new Promise<void>((resolve) => (reader.wake = resolve))
        }
      } finally {
        signal?.removeEventListener('abort', onAbort)
        if (readers.get(page) === reader) {
          readers.delete(page)
          onEnd(page)
          // Another page may be the chosen one now.
          wakeAll()
        }
      }
    },
    delete: (page) => void waiting.delete(page),
  }
}
