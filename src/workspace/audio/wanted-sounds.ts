// The sounds that work waits for to be measured: told to every page that watches, answered by whichever is first.
import type { Loudness } from '#shared/audio/loudness'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import type { Timer } from '../concurrency/timing'

export interface WantedSound {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
}

interface WantedSounds {
  /** Rejects with the signal's reason. Null, too, once no page has watched for a while: work goes on without a window. */
  wait(sound: WantedSound, signal: AbortSignal): Promise<Loudness | null>
  answer(media: string, loudness: Loudness | null): void
  /** Counts from the call on, not from the first reading. */
  watch(signal?: AbortSignal): AsyncGenerator<WantedSound, void, undefined>
  close(): void
}

type Answer = (loudness: Loudness | null) => void

interface Waiting {
  readonly sound: WantedSound
  readonly waiters: Set<Answer>
}

/** Milliseconds; a page that is being loaded is there sooner. */
const patience = 60_000

export function createWantedSounds(timer: Timer): WantedSounds {
  const byMedia = new Map<string, Waiting>()
  const mailboxes = new Set<Mailbox<WantedSound>>()
  let stopCounting = () => {}

  function begin(sound: WantedSound): Waiting {
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

  function unwatch(mailbox: Mailbox<WantedSound>) {
    if (mailboxes.delete(mailbox)) mindPages()
  }

  function leave({ sound, waiters }: Waiting, waiter: Answer) {
    waiters.delete(waiter)
    if (waiters.size === 0 && byMedia.get(sound.media)?.waiters === waiters) byMedia.delete(sound.media)
  }

  async function* read(mailbox: Mailbox<WantedSound>, signal?: AbortSignal) {
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
      // What they leave is nothing to be minded any more.
      mailboxes.clear()
      for (const mailbox of watching) mailbox.end()
    },
  }
}

function addOnce(waiting: WantedSound[], sound: WantedSound): void {
  if (!waiting.some(({ media }) => media === sound.media)) waiting.push(sound)
}
