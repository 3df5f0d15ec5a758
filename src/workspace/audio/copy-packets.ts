// Copies encoded audio packets into a new file without decoding them, to cut or repair a recording.
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { EncodedAudioPacketSource, type EncodedPacket, FilePathTarget, Output } from 'mediabunny'
import { audioError, eachPacket, explainAudioError, type OpenAudio, openAudio } from './open-audio'
import { pcmConversions, readFrameNumber, renumberFrame, splitLong } from './packets'
import { type AudioExtension, audioContainers, chooseContainer } from './read-audio'

interface CutOptions {
  /** The name of the user's file, for error messages. */
  readonly name?: string
  /** Copies the packets that start within these milliseconds, so that adjacent pieces share none. `Infinity` is the end. */
  readonly from: number
  readonly to: number
  /** The path of the new file, which is overwritten. Its extension does not matter. */
  readonly target: string
  readonly signal?: AbortSignal
}

interface CopyOptions extends CutOptions {
  readonly name: string
  readonly extension: AudioExtension
}

/** How much may be missing at the end of a truncated file. */
const maxMissingMs = 2000

/** The times of the new file start at 0. Resolves with its length in bytes. */
export async function copyPackets(audio: OpenAudio, options: CopyOptions): Promise<number> {
  const output = new Output({
    format: audioContainers[options.extension].createFormat(),
    // Larger chunks would hold most of a piece in memory.
    target: new FilePathTarget(options.target, { chunked: true, chunkSize: 2 ** 20 }),
  })
  try {
    await addPackets(audio, { ...options, output })
    await output.finalize()
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw error
  }
  return (await stat(options.target)).size
}

async function addPackets(
  audio: OpenAudio,
  options: CopyOptions & { readonly output: Output },
): Promise<void> {
  const { name, from, to, output } = options
  const codec = await audio.track.getCodec()
  const config = await audio.track.getDecoderConfig()
  if (codec === null || config === null)
    throw audioError(`“${name}” uses an audio format that can’t be split.`)
  const pcm = pcmConversions[codec]
  const source = new EncodedAudioPacketSource(pcm?.codec ?? codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = pcm ? { ...config, codec: pcm.codec } : config
  const rewrite = codec === 'flac' ? createRenumbering() : (bytes: Uint8Array) => pcm?.convert(bytes) ?? bytes
  let start: number | undefined
  for await (const packet of packetsWithin(audio, options)) {
    start ??= packet.timestamp
    const timestamp = packet.timestamp - start
    await source.add(packet.clone({ data: rewrite(packet.data), timestamp }), { decoderConfig })
  }
  if (start === undefined)
    throw audioError(`“${name}” has no audio from ${formatTime(from)} to ${formatTime(to)}.`)
}

async function* packetsWithin(
  audio: OpenAudio,
  { name, from, to, signal }: CopyOptions,
): AsyncGenerator<EncodedPacket> {
  const { origin } = audio
  // The first packet may start before 0, for decoders with a pre-roll.
  const readOptions = { signal, ...(from > 0 ? { from: from / 1000 + origin } : {}) }
  let end = from
  try {
    for await (const packet of splitLong(audio, eachPacket(audio, readOptions))) {
      const at = (packet.timestamp - origin) * 1000
      if (at >= to) return
      yield packet
      end = at + packet.duration * 1000
    }
  } catch (error) {
    if (signal?.aborted || end === from) throw error
    if (Number.isFinite(to) && end < to - maxMissingMs) {
      throw audioError(`“${name}” is damaged at ${formatTime(end)}.`, error)
    }
  }
}

/** The frames of a FLAC file must be numbered from 0. */
function createRenumbering(): (frame: Uint8Array) => Uint8Array {
  let first: number | undefined
  return (frame) => {
    first ??= readFrameNumber(frame)
    return first === 0 ? frame : renumberFrame(frame, first)
  }
}

/** `62:05`. */
function formatTime(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return 'the end'
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Resolves with the extension that upstreams expect. Deletes the target if this fails. */
export async function cutPiece({
  path,
  name = basename(path),
  ...options
}: CutOptions & { readonly path: string }) {
  const audio = await openAudio(path, name)
  try {
    const { extension } = await chooseContainer(audio, name)
    const bytes = await copyPackets(audio, { ...options, name, extension })
    return { bytes, extension, mimeType: audioContainers[extension].mimeType }
  } catch (error) {
    await rm(options.target, { force: true })
    throw options.signal?.aborted ? error : explainAudioError(error, name)
  } finally {
    audio.close()
  }
}
