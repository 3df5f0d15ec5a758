// Uploads files into a draft, one after the other: progress, cancellation, and why a file was rejected.
import { create } from 'zustand'
import type { Attachment } from '#shared/schemas/draft'
import { addAttachment, readDraft, useDrafts } from './drafts'
import { mediaBaseUrl, mediaFileSize, type StoredFile, uploadFile } from './media-files'
import type { PartFile } from './turn-parts'

export interface UploadingFile {
  readonly id: string
  /** Of the draft that it is attached to. */
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
}

interface Attachments {
  readonly arriving: readonly UploadingFile[]
  /** Messages by the draft's key, until the user dismisses them. */
  readonly refusals: Readonly<Record<string, readonly string[]>>
}

export const useAttachments = create<Attachments>()(() => ({ arriving: [], refusals: {} }))

/** `PromptParts` holds 200; the text is one. */
const maxAttachments = 199

const controllers = new Map<string, AbortController>()
let last: Promise<void> = Promise.resolve()

interface AttachOptions {
  /** Why an uploaded file cannot be used here; a message. */
  readonly refuse?: (file: StoredFile) => string | undefined
  /** Instead of attaching it. */
  readonly receive?: (attachment: Attachment) => Promise<void> | void
}

/** Each file is attached or rejected by itself; resolves when all are done. */
export function attachFiles(key: string, files: readonly File[], options: AttachOptions = {}): Promise<void> {
  dismissRejections(key)
  for (const file of files) {
    const problem = findFileProblem(key, file)
    if (problem) rejectFile(key, problem)
    else attachNext(key, file, options)
  }
  return last
}

export function rejectFile(key: string, sentence: string) {
  useAttachments.setState(({ refusals }) => ({
    refusals: { ...refusals, [key]: [...(refusals[key] ?? []), sentence] },
  }))
}

export function dismissRejections(key: string) {
  useAttachments.setState(({ refusals: { [key]: _read, ...refusals } }) => ({ refusals }))
}

export function cancelUpload(id: string) {
  controllers.get(id)?.abort()
  removeUpload(id)
}

/** A stored file as an attachment of a draft. */
export async function toAttachment(file: StoredFile): Promise<Attachment> {
  const size = file.mimeType.startsWith('image/') ? await measurePicture(file.media) : {}
  return { kind: 'file', id: crypto.randomUUID(), ...file, ...size }
}

/** Of a prompt that was sent before; earlier versions did not store the names of files. */
export async function toPriorAttachment({ media, mimeType, name }: PartFile): Promise<Attachment> {
  const [kind = 'file', ending = ''] = mimeType.split('/')
  const bytes = await mediaFileSize(media)
  return toAttachment({ media, mimeType, name: name ?? `${kind}.${ending}`, bytes })
}

function findFileProblem(key: string, { name, size }: File): string | undefined {
  const { arriving } = useAttachments.getState()
  const { attachments } = readDraft(useDrafts.getState().drafts, key)
  const count = attachments.length + arriving.filter((file) => file.key === key).length
  if (count >= maxAttachments) return `${name} is one too many: a prompt holds ${maxAttachments} attachments.`
  return size === 0 ? `${name} is empty.` : undefined
}

function attachNext(key: string, file: File, options: AttachOptions) {
  const id = crypto.randomUUID()
  const controller = new AbortController()
  controllers.set(id, controller)
  const arriving = { id, key, name: file.name, bytes: file.size, sent: 0 }
  useAttachments.setState((state) => ({ arriving: [...state.arriving, arriving] }))
  last = last.then(() => attach(arriving, file, { ...options, signal: controller.signal }))
}

async function attach(
  { id, key }: UploadingFile,
  file: File,
  options: AttachOptions & { signal: AbortSignal },
) {
  const { signal, refuse, receive = (attachment) => addAttachment(key, attachment) } = options
  try {
    signal.throwIfAborted()
    const stored = await uploadFile(file, { signal, onProgress: (sent) => setProgress(id, sent) })
    const problem = refuse?.(stored)
    if (problem) throw new Error(problem)
    const attachment = await toAttachment(stored)
    if (!signal.aborted) await receive(attachment)
  } catch (error) {
    if (!signal.aborted) rejectFile(key, error instanceof Error ? error.message : String(error))
  } finally {
    removeUpload(id)
  }
}

function setProgress(id: string, sent: number) {
  useAttachments.setState(({ arriving }) => ({
    arriving: arriving.map((file) => (file.id === id ? { ...file, sent } : file)),
  }))
}

function removeUpload(id: string) {
  controllers.delete(id)
  useAttachments.setState(({ arriving }) => ({ arriving: arriving.filter((file) => file.id !== id) }))
}

/** Empty if the page cannot draw it: models read types that Chromium does not. */
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
