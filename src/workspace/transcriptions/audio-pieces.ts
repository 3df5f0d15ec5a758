// Prepares the files to send for a recording: the file itself, or pieces that the upstream accepts.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loudness } from '#shared/audio/loudness'
import type { Settings } from '#shared/schemas/settings'
import type { AudioSource } from '#shared/schemas/transcription-job'
import { planAudiblePieces, planPieces, sliceLoudness } from '../audio/plan-pieces'
import type { AudioInfo } from '../audio/read-audio'
import type { Media } from '../media/media'
import { removeExtension } from './format-transcript'
import type { StoredPiece } from './transcription-rows'

interface PieceLimits {
  readonly bytes: number
  readonly seconds: number
}

const megabyte = 1_048_576
/** The part of the upstream's limit that is reserved for the rest of the form (wire §8). */
const maxFormBytes = 65_536

export function readLimits({ jobs, limits }: Pick<Settings, 'jobs' | 'limits'>): PieceLimits {
  const megabytes = Math.min(jobs.pieceMegabytes, limits.audioMegabytes)
  return { bytes: megabytes * megabyte - maxFormBytes, seconds: jobs.pieceMinutes * 60 }
}

export type OpenSource = Awaited<ReturnType<typeof openSource>>

/** `name` is that of the user's file. */
export async function openSource(media: Media, { media: hash, name }: AudioSource) {
  const { path } = await media.open(hash)
  const { canCut, readAudio } = await import('../audio/read-audio')
  const info = await readAudio(path, name)
  return { ...info, canCut: canCut(info.codec), path, name }
}

interface PlanOptions {
  readonly audio: Pick<AudioInfo, 'bytes' | 'seconds'>
  readonly limits: PieceLimits
  /** Leaves out long silences. */
  readonly skipSilences?: boolean
  /** Called only if the recording must be cut, or its silences are left out. */
  readonly findLoudness: () => Promise<Loudness | null>
}

/** None if the recording is silent, and silences are left out. */
export async function planStoredPieces({
  audio,
  limits,
  skipSilences = false,
  findLoudness,
}: PlanOptions): Promise<readonly StoredPiece[]> {
  const { bytes, seconds } = audio
  const estimate = planPieces({ bytes, seconds, loudness: null, limits })
  const loudness = estimate.length > 1 || skipSilences ? await findLoudness() : null
  const plan = skipSilences ? planAudiblePieces : planPieces
  const planned = loudness ? plan({ bytes, seconds, loudness, limits }) : estimate
  return planned.map((piece) => ({ ...piece, state: 'waiting', bytes: null, text: '' }))
}

/** Splits a piece that is larger than planned, within its span. */
export async function replanPiece(
  { from, to, begins }: Pick<StoredPiece, 'from' | 'to' | 'begins'>,
  options: PlanOptions,
): Promise<readonly StoredPiece[]> {
  const findLoudness = async () => {
    const loudness = await options.findLoudness()
    return loudness && sliceLoudness(loudness, from, to)
  }
  const pieces = await planStoredPieces({ ...options, findLoudness })
  return pieces.map((piece, index) => ({
    ...piece,
    from: piece.from + from,
    to: piece.to + from,
    begins: index === 0 ? begins : piece.begins,
  }))
}

/** Holds cut pieces until they are sent. */
const piecesFolder = 'pieces'

/** Deletes the pieces that a crash has left. */
export function removePieces(folder: string): void {
  rmSync(join(folder, piecesFolder), { recursive: true, force: true })
}

interface PieceFileOptions {
  readonly source: OpenSource
  readonly pieces: readonly StoredPiece[]
  readonly at: number
  /** The folder of the workspace. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** Named like the user's file, with the extension that the upstream expects (wire §8). */
export async function makePieceFile({ source, pieces, at, folder, signal }: PieceFileOptions) {
  const baseName = removeExtension(source.name)
  const piece = pieces[at]
  // A single piece may leave out silences at the start and the end.
  const isWhole = piece?.from === 0 && piece.to > source.seconds * 1000 - 1
  if (!piece || (isWhole && source.canSendAsIs)) {
    const { path, mimeType, bytes, extension } = source
    return { file: { path, name: `${baseName}.${extension}`, mimeType, bytes }, remove: async () => {} }
  }
  const piecesPath = join(folder, piecesFolder)
  await mkdir(piecesPath, { recursive: true, mode: 0o700 })
  const target = join(piecesPath, randomUUID())
  const remove = () => rm(target, { force: true })
  try {
    const { path, name } = source
    const { from, to } = piece
    const { cutPiece } = await import('../audio/copy-packets')
    const cut = await cutPiece({ path, name, from, to, target, signal })
    const { bytes, extension, mimeType } = cut
    const number = pieces.length > 1 ? ` (${at + 1} of ${pieces.length})` : ''
    return { file: { path: target, name: `${baseName}${number}.${extension}`, mimeType, bytes }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
