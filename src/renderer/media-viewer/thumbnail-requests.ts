// Makes missing thumbnails, a few at a time: images in a worker, video posters in the page.
import { describeKeptFile, keptMedia } from '../state/keep-file'
import { keepThumbnail, type ThumbnailOutcome, thumbnailQuality, toThumbnailSize } from './save-thumbnail'

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

interface WishQueue<Outcome> {
  /** Tells the outcome once it is known; what it returns takes the wish back. */
  wish(key: string, onOutcome: (outcome: Outcome) => void): () => void
}

interface WishWork<Outcome> {
  readonly atOnce: number
  readonly work: (key: string) => Promise<Outcome>
  /** What came of work that threw. */
  readonly onError: (error: unknown) => Outcome
  /** Asked again, such an outcome would be the same. */
  readonly isFinal: (outcome: Outcome) => boolean
}

export function createWishQueue<Outcome>({ atOnce, work, onError, isFinal }: WishWork<Outcome>) {
  /** In the order of the wishes, the oldest first. */
  const wishes = new Map<string, Set<(outcome: Outcome) => void>>()
  const underWay = new Set<string>()
  const known = new Map<string, Outcome>()

  function takeUp() {
    while (underWay.size < atOnce) {
      const next = [...wishes.keys()].reverse().find((key) => !underWay.has(key))
      if (next === undefined) return
      underWay.add(next)
      void grant(next)
    }
  }

  async function grant(key: string) {
    const outcome = await work(key).catch(onError)
    underWay.delete(key)
    if (isFinal(outcome)) known.set(key, outcome)
    const waiting = wishes.get(key) ?? new Set()
    wishes.delete(key)
    for (const tell of waiting) tell(outcome)
    takeUp()
  }

  const queue: WishQueue<Outcome> = {
    wish(key, onOutcome) {
      const outcome = known.get(key)
      if (outcome !== undefined) {
        onOutcome(outcome)
        return () => undefined
      }
      const waiting = wishes.get(key) ?? new Set()
      waiting.add(onOutcome)
      // Wished for again it is the newest.
      wishes.delete(key)
      wishes.set(key, waiting)
      takeUp()
      return () => {
        waiting.delete(onOutcome)
        if (waiting.size === 0 && wishes.get(key) === waiting) wishes.delete(key)
      }
    },
  }
  return queue
}

/** Milliseconds: a file that is cut in the wrong place may never tell that it cannot be played. */
const patience = 15_000

async function makePoster(media: string): Promise<ThumbnailOutcome> {
  if (!(await describeKeptFile(media))) return 'missing'
  const small = await drawFrame(media).catch(() => undefined)
  if (!small) return 'unreadable'
  return (await keepThumbnail(media, small)) ? 'made' : 'unkept'
}

async function drawFrame(media: string): Promise<Blob> {
  const video = document.createElement('video')
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), patience)
  try {
    // Without it the canvas could not be read.
    video.crossOrigin = 'anonymous'
    video.muted = true
    video.preload = 'auto'
    const loaded = until(video, 'loadeddata', leaving.signal)
    video.src = `${keptMedia}${media}`
    await loaded
    const sought = until(video, 'seeked', leaving.signal)
    video.currentTime = toPosterTime(video.duration)
    await sought
    return await drawSmall(video)
  } finally {
    clearTimeout(timer)
    leaving.abort()
    // Lets go of the decoder, of which there are few.
    video.removeAttribute('src')
    video.load()
  }
}

function until(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('This video cannot be shown.'))
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', fail, { once: true, signal })
    signal.addEventListener('abort', fail, { once: true })
  })
}

async function drawSmall(video: HTMLVideoElement): Promise<Blob> {
  const { width, height } = toThumbnailSize({ width: video.videoWidth, height: video.videoHeight })
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  return await canvas.convertToBlob({ type: 'image/webp', quality: thumbnailQuality })
}

/** Seconds: many fade in from black. */
const latest = 1

/** Early in it, and never past its end; a length that is not known is the beginning. */
export function toPosterTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.min(latest, duration / 4) : 0
}
