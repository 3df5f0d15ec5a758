// Makes of a span of a sound a file of its own, in a container that the upstream takes.
import { rm } from 'node:fs/promises'
import { type SoundExtension, soundTypes } from './carriers'
import { chooseCarrier } from './choose-carrier'
import { copyPackets } from './copy-packets'
import { explainSound, openSound } from './open-sound'

interface Cutting {
  readonly path: string
  /** As the user's file is named; told in refusals. */
  readonly name?: string
  /** Milliseconds of the sound. A piece has what begins within it, so pieces that join have each packet once. */
  readonly from: number
  /** `Infinity` is the end. */
  readonly to: number
  /** Is written anew; nothing is left of it where this fails. Its ending does not matter. */
  readonly target: string
  readonly signal?: AbortSignal
}

interface CutPiece {
  readonly bytes: number
  /** What the piece is to be called for the upstream. */
  readonly extension: SoundExtension
  readonly mimeType: string
}

export async function cutPiece({
  path,
  name = 'The sound',
  target,
  signal,
  ...span
}: Cutting): Promise<CutPiece> {
  const sound = await openSound(path, name)
  try {
    const { extension } = await chooseCarrier(sound, name)
    const bytes = await copyPackets(sound, { ...span, name, extension, target, signal })
    return { bytes, extension, mimeType: soundTypes[extension] }
  } catch (error) {
    await rm(target, { force: true })
    throw signal?.aborted ? error : explainSound(error, name)
  } finally {
    sound.close()
  }
}
