// Keeps how loud sounds are, as the page that can decode them has measured it, and asks for what is not known yet.
import { decodeLoudness, type Loudness } from '#shared/audio/loudness'
import { ApiError } from '#shared/schemas/api-error'
import { machineTimer, type Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'
import { createWantedSounds, type WantedSound } from './wanted-sounds'

export interface LoudnessStore {
  find(media: string): Loudness | undefined
  /** As `encodeLoudness` makes it. Refuses bytes that are none, and a sound that is not there. */
  keep(media: string, bytes: Uint8Array): Promise<void>
  /** It cannot be measured, for whatever reason; who waits goes on without. Holds until the program ends. */
  refuse(media: string, reason: string): void
  /**
   * What is known at once, else once a page has measured it; null where it was refused, or no page has come for a minute.
   * Rejects with the signal's reason. Several may wait for the same sound.
   */
  want(sound: WantedSound, signal: AbortSignal): Promise<Loudness | null>
  /** What is waited for now, then each sound that begins to be. Ends without an error. */
  wanted(signal?: AbortSignal): AsyncIterable<WantedSound>
  /** Ends what reads `wanted`. Those who wait end by their own signals. */
  close(): void
}

interface LoudnessPorts {
  readonly connection: Connection
  readonly media: Media
  readonly timer?: Timer
}

/** Ten hours in steps of 20 ms are 4 MB. */
const largest = 2 ** 26

export function createLoudness({
  connection,
  media: files,
  timer = machineTimer,
}: LoudnessPorts): LoudnessStore {
  const sounds = createWantedSounds(timer)
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
