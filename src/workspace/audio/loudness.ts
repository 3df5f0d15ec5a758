// Stores the loudness of recordings, and requests missing loudness from the renderer, which can decode audio.
import { decodeLoudness, type Loudness } from '#shared/audio/loudness'
import { ApiError } from '#shared/schemas/api-error'
import { createFeed } from '../concurrency/feed'
import { machineTimer, raceAbort, type Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'

/** For comparison: ten hours in steps of 20 ms are 4 MB. */
const maxBytes = 2 ** 26

export function createLoudness({
  connection,
  media: mediaFiles,
  timer = machineTimer,
}: {
  connection: Connection
  media: Media
  timer?: Timer
}) {
  const requests = createLoudnessRequests(timer)
  const failed = new Set<string>()

  function find(media: string): Loudness | undefined {
    const sql = 'SELECT profile FROM loudness WHERE media = ?'
    const row = connection.get<{ profile: ArrayBuffer }>(sql, [media])
    return row && decodeLoudness(new Uint8Array(row.profile))
  }

  return {
    find,
    /** Saves the result of `encodeLoudness`. Rejects invalid bytes, and media that do not exist. */
    async save(media: string, bytes: Uint8Array) {
      const loudness = bytes.length <= maxBytes ? decodeLoudness(bytes) : undefined
      if (!loudness) throw new ApiError('INVALID_ARGUMENT', 'This isn’t waveform data.')
      await mediaFiles.open(media)
      await connection.lock.whenFree()
      connection.run('INSERT OR REPLACE INTO loudness (media, profile) VALUES (?, ?)', [media, bytes])
      failed.delete(media)
      requests.resolve(media, loudness)
    },
    /** Ends the requests for this file with null, also later ones until the app closes. */
    fail(media: string, _reason: string) {
      if (find(media)) return
      failed.add(media)
      requests.resolve(media, null)
    },
    /**
     * Returns stored loudness, or waits until the renderer has measured it. Returns null if it cannot be measured, or no
     * renderer watches the requests for a minute. Rejects with the signal's reason.
     */
    async request(audio: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null> {
      signal.throwIfAborted()
      const known = find(audio.media)
      if (known) return known
      return failed.has(audio.media) ? null : await requests.wait(audio, signal)
    },
    /** Yields the pending requests, then each new one. */
    requests: requests.watch,
    /** Ends the iterables of `requests`. Pending requests end by their own signals. */
    close: requests.close,
  }
}

export interface LoudnessRequest {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
}

interface PendingRequest {
  readonly audio: LoudnessRequest
  readonly result: Promise<Loudness | null>
  readonly resolve: (loudness: Loudness | null) => void
  waiters: number
}

/** Enough for a window that is being loaded. */
const maxWaitMs = 60_000

function createLoudnessRequests(timer: Timer) {
  const byMedia = new Map<string, PendingRequest>()
  let cancelWait = () => {}
  /** One request after the other, unless it has ended meanwhile. */
  const feed = createFeed<string, LoudnessRequest>(() => {
    const unread = new Set(byMedia.keys())
    return {
      add: (media) => void unread.add(media),
      take() {
        for (const media of unread) {
          unread.delete(media)
          const request = byMedia.get(media)
          if (request) return request.audio
        }
        return null
      },
    }
  }, limitWait)

  function addRequest(audio: LoudnessRequest): PendingRequest {
    let resolve: PendingRequest['resolve'] = () => {}
    const result = new Promise<Loudness | null>((done) => (resolve = done))
    const request = { audio, result, resolve, waiters: 0 }
    byMedia.set(audio.media, request)
    feed.publish(audio.media)
    limitWait()
    return request
  }

  /** Resolves requests with null if no renderer watches them for too long. */
  function limitWait() {
    cancelWait()
    cancelWait = () => {}
    if (byMedia.size === 0 || feed.isWatched()) return
    cancelWait = timer(maxWaitMs, () => [...byMedia.keys()].forEach((media) => void resolve(media, null)))
  }

  function resolve(media: string, loudness: Loudness | null) {
    byMedia.get(media)?.resolve(loudness)
    byMedia.delete(media)
  }

  return {
    resolve,
    async wait(audio: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null> {
      const request = byMedia.get(audio.media) ?? addRequest(audio)
      request.waiters += 1
      try {
        return await raceAbort(request.result, signal)
      } finally {
        request.waiters -= 1
        if (request.waiters === 0 && byMedia.get(audio.media) === request) byMedia.delete(audio.media)
      }
    },
    /** Starts with the call, not with the first read. */
    watch(signal?: AbortSignal): AsyncGenerator<LoudnessRequest, void, undefined> {
      const requests = feed.watch(signal)
      limitWait()
      return requests
    },
    close() {
      cancelWait()
      feed.close()
    },
  }
}
