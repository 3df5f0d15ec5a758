// Opens the audio of a file, and reads its packets.
import {
  ADTS,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  Logging,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  type PacketRetrievalOptions,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { ApiError } from '#shared/schemas/api-error'

/** No playlists (HLS), which would open other files and URLs. */
const formats: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS]

export type OpenAudio = Awaited<ReturnType<typeof openAudio>>

/** `name` is for error messages. The caller must close the result. */
export async function openAudio(path: string, name: string) {
  // Disables its console output, because errors are thrown anyway.
  Logging.level = 0
  const input = new Input({ source: failOnEndlessReads(new FilePathSource(path), name), formats })
  try {
    const format = await input.getFormat()
    const track = await input.getPrimaryAudioTrack()
    const hasVideo = (await input.getPrimaryVideoTrack()) !== null
    if (!track) throw audioError(`“${name}” has no readable audio.`)
    // The start time in seconds, which is not 0 in a broadcast.
    const origin = format === MPEG_TS ? await track.getFirstTimestamp() : 0
    const packets = new EncodedPacketSink(track)
    return { format, track, packets, hasVideo, origin, close: () => input.dispose() }
  } catch (error) {
    input.dispose()
    throw explainAudioError(error, name)
  }
}

/** A reader that makes progress never reads the same bytes this often in a row. */
const maxRepeats = 1000

/**
 * Works around an endless loop in mediabunny 1.61, which blocks the process: it searches for the next element of a damaged
 * Matroska file forever when eight bytes remain (`resync` in `matroska/ebml`).
 */
function failOnEndlessReads(source: FilePathSource, name: string): FilePathSource {
  // The method that all reads go through is not in its types.
  const inner = source as unknown as { _read: (...range: readonly number[]) => unknown }
  const read = inner._read.bind(source)
  const last = { from: -1, to: -1, repeats: 0 }
  inner._read = (from = 0, to = 0, ...rest) => {
    last.repeats = last.from === from && last.to === to ? last.repeats + 1 : 0
    last.from = from
    last.to = to
    if (last.repeats > maxRepeats) throw audioError(`“${name}” is damaged.`)
    return read(from, to, ...rest)
  }
  return source
}

export function audioError(message: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, { param: 'file', cause })
}

/** Replaces errors of the parser, which users would not understand. File system errors have a `syscall`. */
export function explainAudioError(error: unknown, name: string): unknown {
  const isAbort = error instanceof Error && error.name === 'AbortError'
  const isDiskError = error instanceof Error && 'syscall' in error
  if (error instanceof ApiError || isAbort || isDiskError) return error
  return audioError(`“${name}” isn’t an audio file, or it’s damaged.`, error)
}

interface ReadOptions extends PacketRetrievalOptions {
  /** In seconds. Skips packets that start earlier. */
  readonly from?: number
  readonly signal?: AbortSignal | undefined
}

/** Yields packets in order. Throws at an unreadable packet, such as the last one of a truncated file. */
export async function* eachPacket(
  { packets }: OpenAudio,
  { from, signal, ...options }: ReadOptions = {},
): AsyncGenerator<EncodedPacket, void, undefined> {
  const start = from === undefined ? null : await packets.getPacket(from, options)
  let packet = start ?? (await packets.getFirstPacket(options))
  while (packet) {
    signal?.throwIfAborted()
    if (from === undefined || packet.timestamp >= from) yield packet
    packet = await packets.getNextPacket(packet, options)
  }
}
