// Thumbnails that are not there yet: made from the kept pictures and videos, a few at a time.
import type { ThumbnailOutcome } from './keep-thumbnail'
import { makePoster } from './make-poster'
import { createWishQueue } from './wish-queue'

export interface ThumbnailNews {
  readonly media: string
  readonly outcome: ThumbnailOutcome
}

const pending = new Map<string, (outcome: ThumbnailOutcome) => void>()
let worker: Worker | undefined

const isFinal = (outcome: ThumbnailOutcome) => outcome === 'unreadable' || outcome === 'unmade'

/** In a worker. */
const pictures = createWishQueue<ThumbnailOutcome>({
  atOnce: 2,
  work: (media) =>
    new Promise((resolve) => {
      pending.set(media, resolve)
      worker ??= openWorker()
      worker.postMessage(media)
    }),
  onError: () => 'unmade',
  isFinal,
})

/** No worker plays videos, and the page has to do other things, too. */
const posters = createWishQueue<ThumbnailOutcome>({
  atOnce: 1,
  work: makePoster,
  onError: () => 'unmade',
  isFinal,
})

interface KeptFile {
  readonly media: string
  readonly mimeType: string
}

/** What it returns takes the wish back. */
export function wishThumbnail(
  { media, mimeType }: KeptFile,
  onOutcome: (outcome: ThumbnailOutcome) => void,
): () => void {
  return (isFilm(mimeType) ? posters : pictures).wish(media, onOutcome)
}

export function isFilm(mimeType: string): boolean {
  return mimeType.startsWith('video/')
}

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
