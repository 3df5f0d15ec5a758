// Thumbnails that are not there yet: a worker makes them from the kept pictures, a few at a time.
import { createWishQueue } from './wish-queue'

/**
 * `unkept`: it was made, and could not be written. `missing` may come back, `unreadable` never can be drawn.
 * `unmade`: the worker itself failed.
 */
export type ThumbnailOutcome = 'made' | 'unkept' | 'missing' | 'unreadable' | 'unmade'

export interface ThumbnailNews {
  readonly media: string
  readonly outcome: ThumbnailOutcome
}

const pending = new Map<string, (outcome: ThumbnailOutcome) => void>()
let worker: Worker | undefined

const wishes = createWishQueue<ThumbnailOutcome>({
  atOnce: 2,
  work: (media) =>
    new Promise((resolve) => {
      pending.set(media, resolve)
      worker ??= openWorker()
      worker.postMessage(media)
    }),
  onError: () => 'unmade',
  isFinal: (outcome) => outcome === 'unreadable' || outcome === 'unmade',
})

/** What it returns takes the wish back. */
export const wishThumbnail = wishes.wish

function openWorker(): Worker {
  const opened = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<ThumbnailNews>) => {
    pending.get(data.media)?.(data.outcome)
    pending.delete(data.media)
  })
  // Out of memory, say: the next wish opens another.
  opened.addEventListener('error', () => {
    worker = undefined
    for (const tell of pending.values()) tell('unmade')
    pending.clear()
  })
  return opened
}
