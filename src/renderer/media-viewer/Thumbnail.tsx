// The thumbnail of a stored image, or a video's poster, in a box that has its final size; a worker creates missing ones.
import { Film, ImageOff } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { logMediaPrefix } from '#shared/exchange/body-marks'
import { connectWorker, type WorkerClient } from '../api/worker-calls'
import { joinClasses } from '../components/join-classes'
import { mediaBaseUrl, statMediaFile } from '../state/media-files'
import { saveThumbnail, type ThumbnailOutcome, thumbnailQuality, toThumbnailSize } from './save-thumbnail'
import type { ThumbnailHandlers } from './thumbnail-worker'

interface ThumbnailProps {
  readonly media: string
  readonly mimeType: string
  readonly alt: string
  /** The longer side of the box, in CSS pixels. */
  readonly size: number
  /** Width over height of the picture; the box is square if it is not known. */
  readonly ratio?: number | undefined
  readonly className?: string
}

/** `loading`: the stored thumbnail is loaded. `requested`: there was none, so it is being created. */
type Status = 'loading' | 'requested' | ThumbnailOutcome

export function Thumbnail({ media, mimeType, alt, size, ratio = 1, className }: ThumbnailProps) {
  const [known, setKnown] = useState<{ media: string; status: Status }>({ media, status: 'loading' })
  const status = known.media === media ? known.status : 'loading'
  const isRequested = status === 'requested'
  useEffect(
    () =>
      isRequested
        ? requestThumbnail({ media, mimeType }, (outcome) => setKnown({ media, status: outcome }))
        : undefined,
    [isRequested, media, mimeType],
  )
  const box = { width: size * Math.min(1, ratio), height: size / Math.max(1, ratio) }
  // Shown directly: SVG files, which workers cannot decode, and files of the request log, which are soon deleted.
  const isDirect = mimeType.startsWith('image/svg') || media.startsWith(logMediaPrefix)
  const source = isDirect ? `${mediaBaseUrl}${media}` : findSource(media, status)
  const isUnavailable = status === 'missing' || status === 'unreadable'
  // A video file cannot be shown in place of its poster.
  const isWithoutPoster = isVideoType(mimeType) && (status === 'not-saved' || status === 'failed')
  if (isUnavailable || isWithoutPoster) {
    const problem = status === 'missing' ? 'File missing' : 'No preview'
    const Icon = isVideoType(mimeType) ? Film : ImageOff
    return (
      <span
        role="img"
        aria-label={`${alt} (${problem})`}
        style={box}
        className={joinClasses('flex items-center justify-center bg-sunken text-faint', className)}
      >
        <Icon size={16} aria-hidden="true" />
      </span>
    )
  }
  if (source === undefined) return <Placeholder alt={alt} box={box} className={className} />
  return (
    <img
      src={source}
      alt={alt}
      draggable={false}
      decoding="async"
      style={box}
      className={joinClasses('bg-sunken object-contain text-transparent', className)}
      onError={() => setKnown({ media, status: isDirect ? 'missing' : (afterError[status] ?? 'missing') })}
    />
  )
}

interface PlaceholderProps {
  readonly alt: string
  readonly box: CSSProperties
  readonly className: string | undefined
}

/** Not an <img> without a source: the browser would show the icon of a broken image. */
function Placeholder({ alt, box, className }: PlaceholderProps) {
  const named = alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const)
  return <span {...named} style={box} className={joinClasses('block bg-sunken', className)} />
}

/** The status after a source could not be loaded. */
const afterError: Partial<Readonly<Record<Status, Status>>> = { loading: 'requested', made: 'not-saved' }

/** Returns undefined while the thumbnail is being created. */
function findSource(media: string, status: Status): string | undefined {
  if (status === 'not-saved' || status === 'failed') return `${mediaBaseUrl}${media}`
  if (status === 'loading') return `media://thumbnail/${media}`
  // A new URL, because the browser does not retry the one that failed.
  return status === 'made' ? `media://thumbnail/${media}?made` : undefined
}

let worker: WorkerClient<ThumbnailHandlers> | undefined

const isFinal = (outcome: ThumbnailOutcome) => outcome === 'unreadable' || outcome === 'failed'

/** Images, scaled in a worker. */
const pictures = createRequestQueue<ThumbnailOutcome>({
  concurrency: 2,
  process: (media) => {
    worker ??= openWorker()
    return worker.call('make', media)
  },
  onError: () => 'failed',
  isFinal,
})

/** Workers cannot play videos, so the page creates posters, one at a time. */
const posters = createRequestQueue<ThumbnailOutcome>({
  concurrency: 1,
  process: makePoster,
  onError: () => 'failed',
  isFinal,
})

/** Returns a function that cancels the request. */
function requestThumbnail(
  { media, mimeType }: { readonly media: string; readonly mimeType: string },
  onOutcome: (outcome: ThumbnailOutcome) => void,
): () => void {
  return (isVideoType(mimeType) ? posters : pictures).request(media, onOutcome)
}

function isVideoType(mimeType: string): boolean {
  return mimeType.startsWith('video/')
}

function openWorker(): WorkerClient<ThumbnailHandlers> {
  const opened = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
  // For example, the worker ran out of memory. The next request opens another one.
  opened.addEventListener('error', () => {
    opened.terminate()
    worker = undefined
  })
  return connectWorker(opened, 'Couldn’t create thumbnails.')
}

interface RequestQueueOptions<Outcome> {
  readonly concurrency: number
  readonly process: (key: string) => Promise<Outcome>
  /** The outcome if `process` rejects. */
  readonly onError: (error: unknown) => Outcome
  /** A final outcome is cached, because processing the key again would give the same one. */
  readonly isFinal: (outcome: Outcome) => boolean
}

/** A queue that processes the newest request first, and drops canceled requests. */
export function createRequestQueue<Outcome>(options: RequestQueueOptions<Outcome>) {
  const { concurrency, process, onError, isFinal } = options
  /** The listeners of each key, oldest request first. */
  const requests = new Map<string, Set<(outcome: Outcome) => void>>()
  const running = new Set<string>()
  const finalOutcomes = new Map<string, Outcome>()

  function startNext() {
    while (running.size < concurrency) {
      const next = [...requests.keys()].reverse().find((key) => !running.has(key))
      if (next === undefined) return
      running.add(next)
      void run(next)
    }
  }

  async function run(key: string) {
    const outcome = await process(key).catch(onError)
    running.delete(key)
    if (isFinal(outcome)) finalOutcomes.set(key, outcome)
    const listeners = requests.get(key) ?? []
    requests.delete(key)
    for (const listener of listeners) listener(outcome)
    startNext()
  }

  return {
    /** Returns a function that cancels the request. */
    request(key: string, onOutcome: (outcome: Outcome) => void): () => void {
      const outcome = finalOutcomes.get(key)
      if (outcome !== undefined) {
        onOutcome(outcome)
        return () => undefined
      }
      const listeners = requests.get(key) ?? new Set()
      listeners.add(onOutcome)
      // Moves to the end: a repeated request is the newest.
      requests.delete(key)
      requests.set(key, listeners)
      startNext()
      return () => {
        listeners.delete(onOutcome)
        if (listeners.size === 0 && requests.get(key) === listeners) requests.delete(key)
      }
    },
  }
}

/** A truncated video may never fire an error event. */
const posterTimeoutMs = 15_000

async function makePoster(media: string): Promise<ThumbnailOutcome> {
  if (!(await statMediaFile(media))) return 'missing'
  const small = await drawFrame(media).catch(() => undefined)
  if (!small) return 'unreadable'
  return (await saveThumbnail(media, small)) ? 'made' : 'not-saved'
}

async function drawFrame(media: string): Promise<Blob> {
  const video = document.createElement('video')
  const abortController = new AbortController()
  const { signal } = abortController
  const timer = setTimeout(() => abortController.abort(), posterTimeoutMs)
  try {
    // Without CORS the canvas could not be read.
    video.crossOrigin = 'anonymous'
    video.muted = true
    video.preload = 'auto'
    const loaded = waitForEvent(video, 'loadeddata', signal)
    video.src = `${mediaBaseUrl}${media}`
    await loaded
    const seeked = waitForEvent(video, 'seeked', signal)
    video.currentTime = toPosterTime(video.duration)
    await seeked
    const { width, height } = toThumbnailSize({ width: video.videoWidth, height: video.videoHeight })
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/webp', quality: thumbnailQuality })
  } finally {
    clearTimeout(timer)
    abortController.abort()
    // Releases the decoder: browsers limit their number.
    video.removeAttribute('src')
    video.load()
  }
}

function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('Couldn’t show this video.'))
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', fail, { once: true, signal })
    signal.addEventListener('abort', fail, { once: true })
  })
}

/** In seconds. Not the first frame, because many videos fade in from black; 0 if the duration is unknown. */
function toPosterTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.min(1, duration / 4) : 0
}
