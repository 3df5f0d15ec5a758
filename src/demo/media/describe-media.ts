// Describes the images, videos and audio of a request from their bytes (E11, E15).
import { decodeLoosely } from '#shared/wire/base-url'
import { describeChannels, describeDuration, measureMedia } from '../audio/measure-audio'
import type { FileReference, Media } from '../generation/media'
import type { Generation, ReadTurn } from '../generation/read-request'
import { parseUrl } from '../grounding'
import { analyzePixels, describePixelStats, measureImage, readPixels } from '../images/pixels'
import { quote, quotePrompt } from '../text/words'

/** The turn with the media of the last prompt: itself, or an earlier one that the prompt refers to. */
export function findMedia({ turns, last }: Generation): ReadTurn | undefined {
  const hasMedia = (turn: ReadTurn) => turn.media.length + turn.files.length > 0
  if (hasMedia(last)) return last
  if (
    !/\b(?:image|picture|photo|video|clip|audio|recording|file|it|its|this|that|colou?rs?|bright|size|long)\b/i.test(
      last.text,
    )
  )
    return undefined
  const earlier = turns.filter(hasMedia).at(-1)
  return earlier && last.text.split(/\s+/).length <= 20 ? earlier : undefined
}

export async function describeMedia({ last }: Generation, turn: ReadTurn): Promise<string> {
  const prompt = last.text
  const descriptions: string[] = []
  for (const [index, media] of turn.media.entries()) {
    const title = turn.media.length > 1 ? `### ${index + 1}\n\n` : ''
    descriptions.push(title + (await describeMediaFile(media, prompt)))
  }
  descriptions.push(...turn.files.map((file) => describeFile(file)))
  // A heading is on a line of its own.
  const opening = prompt ? `${quotePrompt(prompt)}${turn.media.length > 1 ? '\n\n' : ' '}` : ''
  const closing = 'That’s what the file contains. Only a real model can describe what it *shows*.'
  return `${opening}${descriptions.join('\n\n')}\n\n${closing}`
}

function describeMediaFile(media: Media, prompt: string): Promise<string> {
  if (media.mimeType.startsWith('image/')) return describeImage(media, prompt)
  if (/^(?:audio|video)\//.test(media.mimeType)) return describeAudioOrVideo(media)
  return Promise.resolve(describeDocument(media))
}

async function describeImage(media: Media, prompt: string): Promise<string> {
  const { info } = measureImage(media)
  const pixels = await readPixels(media)
  const format = { jpg: 'JPEG', heif: 'HEIF' }[info.format] ?? info.format.toUpperCase()
  const shape = info.width === info.height ? 'square' : info.width > info.height ? 'landscape' : 'portrait'
  const head = `The image is a **${format}** of **${info.width} × ${info.height}** pixels (${shape}, ${formatBytes(info.size)}).`
  if (!pixels)
    return `${head} The demo reads pixels only in PNG and JPEG files, so it can’t describe the colors.`
  const stats = analyzePixels(pixels)
  const lines = describePixelStats(stats)
  if (/\bcolou?rs?\b/i.test(prompt) && stats.colors[0])
    lines.unshift(`The main color is **${stats.colors[0][0]}**.`)
  return `${head}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

async function describeAudioOrVideo({ mimeType, read }: Media): Promise<string> {
  const bytes = read()
  const kind = mimeType.startsWith('video/') ? 'video' : 'audio'
  const info = await measureMedia(bytes)
  const head = `The ${kind} was sent as **${mimeType}**, ${formatBytes(bytes.length)}`
  if (!info) return `${head}; the demo can’t read this format.`
  const { container, codec, duration, sampleRate, channels } = info
  const details = [
    ...(duration ? [`duration **${describeDuration(duration)}**`] : []),
    `container ${container}${codec ? `, codec ${codec}` : ''}`,
    ...(sampleRate ? [`audio at ${sampleRate.toLocaleString('en')} Hz`] : []),
    ...(channels ? [describeChannels(channels)] : []),
  ]
  return `${head}: ${details.join(', ')}.`
}

/** Words are counted in this many bytes, because counting is synchronous. */
const maxTextBytes = 4_194_304

function describeDocument({ mimeType, read }: Media): string {
  const bytes = read()
  const head = `The file was sent as **${mimeType}**, ${formatBytes(bytes.length)}`
  if (!mimeType.startsWith('text/')) return `${head}; the demo can’t open this type of document.`
  const text = bytes.toString('utf8', 0, maxTextBytes)
  const count = text.split(/\s+/).filter(Boolean).length
  const words = count === 1 ? '1 word' : `${count.toLocaleString('en')} words`
  const scope = bytes.length > maxTextBytes ? ` in its first ${formatBytes(maxTextBytes)}` : ''
  return `${head}, ${words}${scope}. It starts with: “${quote(text, 160)}”.`
}

function describeFile({ uri, mimeType }: FileReference): string {
  const kind = mimeType ? ` of type **${mimeType}**` : ''
  const host = parseUrl(uri)?.hostname ?? ''
  const name = decodeLoosely(uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  return [
    `The request points to a file${kind}: \`${quote(uri, 200) || 'no URL'}\`.`,
    ...(host ? [`It’s on the host **${host}**${name ? `, named “${name}”` : ''}.`] : []),
    'The demo works offline and didn’t open it.',
  ].join(' ')
}

/** As in the composer, which shows the same file. */
function formatBytes(count: number): string {
  if (count < 1000) return count === 1 ? '1 byte' : `${count} bytes`
  const format = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 1 })
  return count < 999_950 ? `${format(count / 1000)} KB` : `${format(count / 1_000_000)} MB`
}
