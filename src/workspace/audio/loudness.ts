// Stores how loud recordings are, as a page that can decode them has measured it, and requests what is not known yet.
import { decodeLoudness, type Loudness } from '#shared/audio/loudness'
import { ApiError } from '#shared/schemas/api-error'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { machineTimer, type Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'

export interface LoudnessStore {
  find(media: string): Loudness | undefined
  /** As `encodeLoudness` makes it. Refuses bytes that are none, and a sound that is not there. */
  keep(media: string, bytes: Uint8Array): Promise<void>
  /** It cannot be measured, for whatever reason; who waits continues without. Holds until the program ends. */
  refuse(media: string, reason: string): void
  /**
   * What is known at once, else once a page has measured it; null if it was refused, or no page has come for a minute.
   * Rejects with the signal's reason. Several may wait for the same sound.
   */
  want(sound: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null>
  /** What is waited for now, then each sound that begins to be. Ends without an error. */
  wanted(signal?: AbortSignal): AsyncIterable<LoudnessRequest>
  /** Ends what reads `wanted`. Those who wait end by their own signals. */
  close(): void
}

/** Ten hours in steps of 20 ms are 4 MB. */
const largest = 2 ** 26

export function createLoudness({
  connection,
  media: files,
  timer = machineTimer,
}: {
  connection: Connection
  media: Media
  timer?: Timer
}): LoudnessStore {
  const sounds = createLoudnessRequests(timer)
  const refused = new Set<string>()

  function find(media: string): Loudness | undefined {
    const row = connection.get<{ profile: ArrayBuffer }>('SELECT profile FROM loudness WHERE media = ?', [
      media,
    ])
    return row && decodeLoudness(new Uint8Array(row.profile))
  }

  return {
    find,
    async keep(media, bytes) {
      const loudness = bytes.length <= largest ? decodeLoudness(bytes) : undefined
      if (!loudness) throw new ApiError('INVALID_ARGUMENT', 'This does not tell how loud a sound is.')
      await files.open(media)
      await connection.lock.whenFree()
      connection.run('INSERT OR REPLACE INTO loudness (media, profile) VALUES (?, ?)', [media, bytes])
      refused.delete(media)
      sounds.answer(media, loudness)
    },
    refuse(media) {
      if (find(media)) return
      refused.add(media)
      sounds.answer(media, null)
    },
    async want(sound, signal) {
      signal.throwIfAborted()
      const known = find(sound.media)
      if (known) return known
      return refused.has(sound.media) ? null : await sounds.wait(sound, signal)
    },
    wanted: sounds.watch,
    close: sounds.close,
  }
}

export interface LoudnessRequest {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
}

interface WantedSounds {
  /** Rejects with the signal's reason. Null, too, once no page has watched for a while: work continues without a window. */
  wait(sound: LoudnessRequest, signal: AbortSignal): Promise<Loudness | null>
  answer(media: string, loudness: Loudness | null): void
  /** Counts from the call on, not from the first reading. */
  watch(signal?: AbortSignal): AsyncGenerator<LoudnessRequest, void, undefined>
  close(): void
}

type Answer = (loudness: Loudness | null) => void

interface Waiting {
  readonly sound: LoudnessRequest
  readonly waiters: Set<Answer>
}

/** Milliseconds; a page that is being loaded is there sooner. */
const patience = 60_000

function createLoudnessRequests(timer: Timer): WantedSounds {
  const byMedia = new Map<string, Waiting>()
  const mailboxes = new Set<Mailbox<LoudnessRequest>>()
  let stopCounting = () => {}

  function begin(sound: LoudnessRequest): Waiting {
    const waiting = { sound, waiters: new Set<Answer>() }
    byMedia.set(sound.media, waiting)
    for (const mailbox of mailboxes) mailbox.put(sound)
    mindPages()
    return waiting
  }

  /** Whoever waits is not left to wait for nobody. */
  function mindPages() {
    stopCounting()
    stopCounting = () => {}
    if (byMedia.size === 0 || mailboxes.size > 0) return
    stopCounting = timer(patience, () => [...byMedia.keys()].forEach((media) => void answer(media, null)))
  }

  function answer(media: string, loudness: Loudness | null) {
    const waiting = byMedia.get(media)
    byMedia.delete(media)
    for (const waiter of waiting?.waiters ?? []) waiter(loudness)
  }

  function unwatch(mailbox: Mailbox<LoudnessRequest>) {
    if (mailboxes.delete(mailbox)) mindPages()
  }

  function leave({ sound, waiters }: Waiting, waiter: Answer) {
    waiters.delete(waiter)
    if (waiters.size === 0 && byMedia.get(sound.media)?.waiters === waiters) byMedia.delete(sound.media)
  }

  async function* read(mailbox: Mailbox<LoudnessRequest>, signal?: AbortSignal) {
    try {
      for await (const sound of mailbox.read(signal)) if (byMedia.has(sound.media)) yield sound
    } finally {
      unwatch(mailbox)
    }
  }

  return {
    wait: (sound, signal) =>
      new Promise((resolve, reject) => {
        const waiting = byMedia.get(sound.media) ?? begin(sound)
        const onAbort = () => {
          leave(waiting, onAnswer)
          reject(signal.reason)
        }
        const onAnswer: Answer = (loudness) => {
          signal.removeEventListener('abort', onAbort)
          resolve(loudness)
        }
        waiting.waiters.add(onAnswer)
        signal.addEventListener('abort', onAbort, { once: true })
      }),
    answer,
    watch(signal) {
      const mailbox = createMailbox(addOnce)
      for (const { sound } of byMedia.values()) mailbox.put(sound)
      mailboxes.add(mailbox)
      mindPages()
      signal?.addEventListener('abort', () => unwatch(mailbox), { once: true })
      return read(mailbox, signal)
    },
    close() {
      stopCounting()
      const watching = [...mailboxes]
      // What they leave is nothing to be minded any longer.
      mailboxes.clear()
      for (const mailbox of watching) mailbox.end()
    },
  }
}

function addOnce(waiting: LoudnessRequest[], sound: LoudnessRequest): void {
  if (!waiting.some(({ media }) => media === sound.media)) waiting.push(sound)
}
