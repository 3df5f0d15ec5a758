// Stores how loud recordings are, as a page that can decode them has measured it, and requests what is not known yet.
import { decodeLoudness, type Loudness } from '#shared/audio/loudness'
import { ApiError } from '#shared/schemas/api-error'
import { raceAbort } from '../concurrency/abort'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { machineTimer, type Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'

/** Bytes: ten hours in steps of 20 ms are 4 MB. */
const maxBytes = 2 ** 26

export function createLoudness({
  connection,
  media: files,
  timer = machineTimer,
}: {
  connection: Connection
  media: Media
  timer?: Timer
}) {
  const requests = createLoudnessRequests(timer)
  const refused = new Set<string>()

  function find(media: string): Loudness | undefined {
    const sql = 'SELECT profile FROM loudness WHERE media = ?'
    const row = connection.get<{ profile: ArrayBuffer }>(sql, [media])
    return row && decodeLoudness(new Uint8Array(row.profile))
  }

  return {
    find,
    /** As `encodeLoudness` makes it. Refuses bytes that are none, and a sound that is not there. */
    async keep(media: string, bytes: Uint8Array) {
      const loudness = bytes.length <= maxBytes ? decodeLoudness(bytes) : undefined
      if (!loudness) throw new ApiError('INVALID_ARGUMENT', 'This isn’t waveform data.')
      await files.open(media)
      await connection.lock.whenFree()
      connection.run('INSERT OR REPLACE INTO loudness (media, profile) VALUES (?, ?)', [media, bytes])
      refused.delete(media)
      requests.answer(media, loudness)
    },
    /** It cannot be measured, for whatever reason; who waits continues without. Holds until the program ends. */
    refuse(media: string, _reason: string) {
      if (find(media)) return
      refused.add(media)
      requests.answer(media, null)
    },
    /**
     * What is known at once, otherwise once a page has measured it; null if it was refused, or no page has come for a
     * minute. Rejects with the signal's reason. Several may wait for the same sound.
     */
    async want(sound: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null> {
      signal.throwIfAborted()
      const known = find(sound.media)
      if (known) return known
      return refused.has(sound.media) ? null : await requests.wait(sound, signal)
    },
    /** What is waited for now, then each sound that begins to be. Ends without an error. */
    wanted: requests.watch,
    /** Ends what reads `wanted`. Those who wait end by their own signals. */
    close: requests.close,
  }
}

export interface LoudnessRequest {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
}

interface PendingRequest {
  readonly sound: LoudnessRequest
  readonly answered: Promise<Loudness | null>
  readonly answer: (loudness: Loudness | null) => void
  waiters: number
}

/** Milliseconds; a page that is being loaded is there sooner. */
const maxWaitMs = 60_000

function createLoudnessRequests(timer: Timer) {
  const byMedia = new Map<string, PendingRequest>()
  const mailboxes = new Set<Mailbox<LoudnessRequest>>()
  let cancelWait = () => {}

  function begin(sound: LoudnessRequest): PendingRequest {
    let resolve: PendingRequest['answer'] = () => {}
    const answered = new Promise<Loudness | null>((done) => (resolve = done))
    const request = { sound, answered, answer: resolve, waiters: 0 }
    byMedia.set(sound.media, request)
    for (const mailbox of mailboxes) mailbox.put(sound)
    limitWait()
    return request
  }

  /** Nobody waits for a page that never comes: work continues without a window. */
  function limitWait() {
    cancelWait()
    cancelWait = () => {}
    if (byMedia.size === 0 || mailboxes.size > 0) return
    cancelWait = timer(maxWaitMs, () => [...byMedia.keys()].forEach((media) => void answer(media, null)))
  }

  function answer(media: string, loudness: Loudness | null) {
    byMedia.get(media)?.answer(loudness)
    byMedia.delete(media)
  }

  function unwatch(mailbox: Mailbox<LoudnessRequest>) {
    if (mailboxes.delete(mailbox)) limitWait()
  }

  async function* read(mailbox: Mailbox<LoudnessRequest>, signal?: AbortSignal) {
    try {
      for await (const sound of mailbox.read(signal)) if (byMedia.has(sound.media)) yield sound
    } finally {
      unwatch(mailbox)
    }
  }

  return {
    answer,
    async wait(sound: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null> {
      const request = byMedia.get(sound.media) ?? begin(sound)
      request.waiters += 1
      try {
        return await raceAbort(request.answered, signal)
      } finally {
        request.waiters -= 1
        if (request.waiters === 0 && byMedia.get(sound.media) === request) byMedia.delete(sound.media)
      }
    },
    /** Counts from the call on, not from the first reading. */
    watch(signal?: AbortSignal): AsyncGenerator<LoudnessRequest, void, undefined> {
      const mailbox = createMailbox(addOnce)
      for (const { sound } of byMedia.values()) mailbox.put(sound)
      mailboxes.add(mailbox)
      limitWait()
      signal?.addEventListener('abort', () => unwatch(mailbox), { once: true })
      return read(mailbox, signal)
    },
    close() {
      cancelWait()
      const watching = [...mailboxes]
      mailboxes.clear()
      for (const mailbox of watching) mailbox.end()
    },
  }
}

function addOnce(waiting: LoudnessRequest[], sound: LoudnessRequest): void {
  if (!waiting.some(({ media }) => media === sound.media)) waiting.push(sound)
}
