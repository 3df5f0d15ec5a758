// Opens the audio of a file: its container, its track and its packets.
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

/** No playlists (HLS): those would have other files and addresses opened. */
const formats: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS]

export type OpenAudio = Awaited<ReturnType<typeof openAudio>>

/** `name` appears in refusals. To be closed by the caller. */
export async function openAudio(path: string, name: string) {
  // It writes to the console what is thrown here as an error.
  Logging.level = 0
  const input = new Input({ source: failOnEndlessReads(new FilePathSource(path), name), formats })
  try {
    const format = await input.getFormat()
    const track = await input.getPrimaryAudioTrack()
    const hasVideo = (await input.getPrimaryVideoTrack()) !== null
    if (!track) throw audioError(`“${name}” has no readable audio.`)
    // Seconds that its own times begin with: those of a broadcast are in the middle of something.
    const origin = format === MPEG_TS ? await track.getFirstTimestamp() : 0
    const packets = new EncodedPacketSink(track)
    return { format, track, packets, hasVideo, origin, close: () => input.dispose() }
  } catch (error) {
    input.dispose()
    throw explainAudioError(error, name)
  }
}

/** No reader that comes forward reads the very same bytes so often in a row. */
const maxRepeats = 1000

/**
 * mediabunny 1.61 looks for the next element of a damaged Matroska file without end, once eight bytes are left (`resync`
 * in `matroska/ebml`), and holds the whole program up with it.
 */
function failOnEndlessReads(source: FilePathSource, name: string): FilePathSource {
  // Its types leave out what every reading goes through, from the disk or not.
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

/** What the reader of containers throws has words of its own that nobody understands. Errors of the disk have a `syscall`. */
export function explainAudioError(error: unknown, name: string): unknown {
  const isAbort = error instanceof Error && error.name === 'AbortError'
  const isDiskError = error instanceof Error && 'syscall' in error
  if (error instanceof ApiError || isAbort || isDiskError) return error
  return audioError(`“${name}” isn’t an audio file, or it’s damaged.`, error)
}

interface ReadOptions extends PacketRetrievalOptions {
  /** Seconds; packets that begin earlier are left out. */
  readonly from?: number
  readonly signal?: AbortSignal | undefined
}

/** In their order. Throws at a packet that cannot be read, as the last ones of a file that was cut off. */
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
