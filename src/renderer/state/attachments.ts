// Files of a draft: their upload, one after the other for each draft, and the conversion of images to PNG.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { Attachment, Draft } from '#shared/schemas/chat'
import { addAttachment, clearDraft, readDraft } from './drafts'
import { mediaBaseUrl, mediaFileSize, readMediaFile, type StoredFile, uploadFile } from './media-files'
import type { PartFile } from './turn-parts'

export interface UploadingFile {
  readonly id: string
  /** Key of the draft that it is attached to. */
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
}

interface Attachments {
  readonly uploads: readonly UploadingFile[]
  /** Messages by the draft's key, until the user dismisses them. */
  readonly rejections: Readonly<Record<string, readonly string[]>>
}

export const useAttachments = create<Attachments>()(() => ({ uploads: [], rejections: {} }))

/** `PromptParts` is limited to 200; the text is one of them. */
const maxAttachments = 199

const controllers = new Map<string, AbortController>()
/** By the draft's key, while files are being uploaded. */
const queues = new Map<string, Promise<void>>()

interface AttachOptions {
  /** Returns why an uploaded file cannot be used here. */
  readonly findProblem?: (file: StoredFile) => string | undefined
  /** Replaces attaching it. */
  readonly receive?: (attachment: Attachment) => Promise<void> | void
}

/** Attaches or rejects each file individually; resolves when all are done. */
export function attachFiles(key: string, files: readonly File[], options: AttachOptions = {}): Promise<void> {
  dismissRejections(key)
  for (const file of files) {
    const problem = findFileProblem(key, file)
    if (problem) rejectFile(key, problem)
    else attachNext(key, file, options)
  }
  return queues.get(key) ?? Promise.resolve()
}

/** Called after sending, like `clearDraft`. Files that are still being uploaded were added since. */
export function clearSent(key: string, sent: Draft, created: string) {
  clearDraft(key, sent, created)
  dismissRejections(key)
  useAttachments.setState(({ uploads }) => ({
    uploads: uploads.map((file) => (file.key === key ? { ...file, key: created } : file)),
  }))
}

export function rejectFile(key: string, message: string) {
  useAttachments.setState(({ rejections }) => ({
    rejections: { ...rejections, [key]: [...(rejections[key] ?? []), message] },
  }))
}

export function dismissRejections(key: string) {
  useAttachments.setState(({ rejections: { [key]: _dismissed, ...rejections } }) => ({ rejections }))
}

export function cancelUpload(id: string) {
  controllers.get(id)?.abort()
  removeUpload(id)
}

/** Turns a stored file into an attachment of a draft. */
export async function toAttachment(file: StoredFile): Promise<Attachment> {
  const size = file.mimeType.startsWith('image/') ? await measurePicture(file.media) : {}
  return { kind: 'file', id: crypto.randomUUID(), ...file, ...size }
}

/** For a file of a prompt that was sent before; earlier versions did not store file names. */
export async function toPriorAttachment({ media, mimeType, name }: PartFile): Promise<Attachment> {
  const [kind = 'file', ending = ''] = mimeType.split('/')
  const bytes = await mediaFileSize(media)
  return toAttachment({ media, mimeType, name: name ?? `${kind}.${ending}`, bytes })
}

function findFileProblem(key: string, { name, size }: File): string | undefined {
  const { uploads } = useAttachments.getState()
  const { attachments } = readDraft(key)
  const count = attachments.length + uploads.filter((file) => file.key === key).length
  if (count >= maxAttachments)
    return `“${name}” wasn’t added. A prompt can have up to ${maxAttachments} attachments.`
  return size === 0 ? `“${name}” is empty.` : undefined
}

function attachNext(key: string, file: File, options: AttachOptions) {
  const id = crypto.randomUUID()
  const controller = new AbortController()
  controllers.set(id, controller)
  const upload = { id, key, name: file.name, bytes: file.size, sent: 0 }
  useAttachments.setState((state) => ({ uploads: [...state.uploads, upload] }))
  const attached = (queues.get(key) ?? Promise.resolve())
    .then(() => attach(upload, file, { ...options, signal: controller.signal }))
    .finally(() => queues.get(key) === attached && queues.delete(key))
  queues.set(key, attached)
}

async function attach(
  { id, key }: UploadingFile,
  file: File,
  options: AttachOptions & { signal: AbortSignal },
) {
  // The first prompt may have been sent meanwhile.
  const readKey = () => useAttachments.getState().uploads.find((file) => file.id === id)?.key ?? key
  const { signal, findProblem, receive = (attachment) => addAttachment(readKey(), attachment) } = options
  try {
    signal.throwIfAborted()
    const stored = await uploadFile(file, { signal, onProgress: (sent) => setProgress(id, sent) })
    const problem = findProblem?.(stored)
    if (problem) throw new Error(problem)
    const attachment = await toAttachment(stored)
    if (!signal.aborted) await receive(attachment)
  } catch (error) {
    if (!signal.aborted) rejectFile(readKey(), error instanceof Error ? error.message : String(error))
  } finally {
    removeUpload(id)
  }
}

function setProgress(id: string, sent: number) {
  useAttachments.setState(({ uploads }) => ({
    uploads: uploads.map((file) => (file.id === id ? { ...file, sent } : file)),
  }))
}

function removeUpload(id: string) {
  controllers.delete(id)
  useAttachments.setState(({ uploads }) => ({ uploads: uploads.filter((file) => file.id !== id) }))
}

/** Empty if the page cannot decode it: models read types that Chromium does not. */
async function measurePicture(media: string): Promise<{ width?: number; height?: number }> {
  const picture = new Image()
  picture.src = `${mediaBaseUrl}${media}`
  try {
    await picture.decode()
    return { width: picture.naturalWidth, height: picture.naturalHeight }
  } catch {
    return {}
  }
}

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
