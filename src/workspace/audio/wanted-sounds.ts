// The sounds that work waits for to be measured: told to every page that watches, answered by whichever is first.
import type { Loudness } from '#shared/audio/loudness'
import { createMailbox, type Mailbox } from '../mailbox'

export interface WantedSound {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
}

interface WantedSounds {
  /** Rejects with the signal's reason. */
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

export function createWantedSounds(): WantedSounds {
  const byMedia = new Map<string, Waiting>()
  const mailboxes = new Set<Mailbox<WantedSound>>()

  function begin(sound: WantedSound): Waiting {
    const waiting = { sound, waiters: new Set<Answer>() }
    byMedia.set(sound.media, waiting)
    for (const mailbox of mailboxes) mailbox.put(sound)
    return waiting
  }

  function leave({ sound, waiters }: Waiting, waiter: Answer) {
    waiters.delete(waiter)
    if (waiters.size === 0 && byMedia.get(sound.media)?.waiters === waiters) byMedia.delete(sound.media)
  }

  async function* read(mailbox: Mailbox<WantedSound>, signal?: AbortSignal) {
    try {
      for await (const sound of mailbox.read(signal)) if (byMedia.has(sound.media)) yield sound
    } finally {
      mailboxes.delete(mailbox)
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
    answer(media, loudness) {
      const waiting = byMedia.get(media)
      byMedia.delete(media)
      for (const waiter of waiting?.waiters ?? []) waiter(loudness)
    },
    watch(signal) {
      const mailbox = createMailbox(addOnce)
      for (const { sound } of byMedia.values()) mailbox.put(sound)
      mailboxes.add(mailbox)
      signal?.addEventListener('abort', () => mailboxes.delete(mailbox), { once: true })
      return read(mailbox, signal)
    },
    close() {
      for (const mailbox of mailboxes) mailbox.end()
      mailboxes.clear()
    },
  }
}

function addOnce(waiting: WantedSound[], sound: WantedSound): void {
  if (!waiting.some(({ media }) => media === sound.media)) waiting.push(sound)
}
