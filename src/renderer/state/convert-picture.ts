// Converts images that not every model reads to PNG, because all models read PNG and JPEG.
import { toast } from 'sonner'
import type { Attachment } from '#shared/schemas/draft'
import { toAttachment } from './attachments'
import { readMediaFile, type StoredFile, uploadFile } from './media-files'

type AttachedFile = Extract<Attachment, { kind: 'file' }>
type NamedFile = Pick<StoredFile, 'name' | 'mimeType'>

/** SVG files are stored as text. */
export function isSvg({ name, mimeType }: NamedFile): boolean {
  return mimeType.startsWith('text/') && /\.svg$/i.test(name)
}

/** `keep`: every model reads it, or only the provider can tell. `reject`: neither the page nor a model reads it. */
export function chooseConversion(file: NamedFile): 'keep' | 'convert' | 'reject' {
  if (isSvg(file) || /^image\/(webp|gif|bmp|avif)$/.test(file.mimeType)) return 'convert'
  return /^image\/(png|jpeg|heic|heif)$/.test(file.mimeType) ? 'keep' : 'reject'
}

/** Shorter drawings are scaled up to this length of the longer side, in pixels. */
const minSvgSide = 1024
/** Chromium cannot paint larger canvases. */
const maxSide = 8192

/** Pixels of the converted image. A drawing without a size gets that of its ratio. */
export function toConvertedSize(size: { width: number; height: number }, scalable: boolean) {
  const { width, height } = size.width > 0 && size.height > 0 ? size : { width: 1, height: 1 }
  const longer = Math.max(width, height)
  const scale = Math.min(scalable ? Math.max(1, minSvgSide / longer) : 1, maxSide / longer)
  const round = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: round(width), height: round(height) }
}

/** By its first bytes. */
export function isAnimated({ mimeType }: Pick<NamedFile, 'mimeType'>, head: Uint8Array): boolean {
  if (mimeType === 'image/gif') return true
  const toText = (from: number) => String.fromCharCode(...head.subarray(from, from + 4))
  // The animation flag of the extended format, and the brand of an image sequence.
  if (mimeType === 'image/webp') return toText(12) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0
  return mimeType === 'image/avif' && toText(8) === 'avis'
}

/** Resolves to the file itself, or to its PNG copy, with a note. Throws a message that names the file. */
export async function toReadablePicture(file: AttachedFile): Promise<AttachedFile> {
  const conversion = chooseConversion(file)
  if (conversion === 'keep') return file
  const { name, mimeType } = file
  if (conversion === 'reject') {
    throw new Error(
      `“${name}” is ${mimeType}, which models can’t read. Save it as PNG or JPEG and add it again.`,
    )
  }
  const { blob, width, height, hasMore } = await convert(file).catch(() => {
    throw new Error(`“${name}” is damaged or incomplete.`)
  })
  const stored = await uploadFile(new File([blob], name, { type: 'image/png' }))
  const converted = await toAttachment({ ...stored, name: `${name} (as PNG)` })
  const note = hasMore ? ' Only its first frame is used.' : ''
  toast.info(`“${name}” converted to PNG, ${width} × ${height} pixels.${note}`)
  return converted.kind === 'file' ? converted : file
}

async function convert(file: AttachedFile) {
  const scalable = isSvg(file)
  const bytes = await readMediaFile(file.media)
  const url = URL.createObjectURL(new Blob([bytes], { type: scalable ? 'image/svg+xml' : file.mimeType }))
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const size = toConvertedSize({ width: picture.naturalWidth, height: picture.naturalHeight }, scalable)
    const canvas = new OffscreenCanvas(size.width, size.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height)
    const head = new Uint8Array(await bytes.slice(0, 32).arrayBuffer())
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return { blob, ...size, hasMore: isAnimated(file, head) }
  } finally {
    URL.revokeObjectURL(url)
  }
}
