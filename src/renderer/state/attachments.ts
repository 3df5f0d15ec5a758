// Files on their way into a draft, one after the other: progress, cancelling, and why one was refused.
import { create } from 'zustand'
import type { Attachment } from '#shared/schemas/draft'
import { addAttachment, readDraft, useDrafts } from './drafts'
import { mediaBaseUrl, mediaFileSize, type StoredFile, uploadFile } from './media-files'
import type { PartFile } from './turn-parts'

export interface UploadingFile {
  readonly id: string
  /** Of the draft that it goes to. */
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
}

interface Attachments {
  readonly arriving: readonly UploadingFile[]
  /** Sentences, by the draft's key, until the user has read them. */
  readonly refusals: Readonly<Record<string, readonly string[]>>
}

export const useAttachments = create<Attachments>()(() => ({ arriving: [], refusals: {} }))

/** `PromptParts` holds 200; the text is one. */
const maxAttachments = 199

const controllers = new Map<string, AbortController>()
let last: Promise<void> = Promise.resolve()

interface Receiving {
  /** Why a kept file is none that is wanted here; a sentence. */
  readonly refuse?: (kept: StoredFile) => string | undefined
  /** In the place of attaching it. */
  readonly receive?: (attachment: Attachment) => Promise<void> | void
}

/** Each file is attached or refused by itself; resolves when all are done. */
export function attachFiles(key: string, files: readonly File[], receiving: Receiving = {}): Promise<void> {
  dismissRejections(key)
  for (const file of files) {
    const problem = findFileProblem(key, file)
    if (problem) rejectFile(key, problem)
    else attachNext(key, file, receiving)
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
  forget(id)
}

/** A kept file as an attachment of a new draft. */
export async function toAttachment(kept: StoredFile): Promise<Attachment> {
  const size = kept.mimeType.startsWith('image/') ? await measurePicture(kept.media) : {}
  return { kind: 'file', id: crypto.randomUUID(), ...kept, ...size }
}

/** Of a prompt that was sent before; prompts of old have kept no name of their files. */
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

function attachNext(key: string, file: File, receiving: Receiving) {
  const id = crypto.randomUUID()
  const controller = new AbortController()
  controllers.set(id, controller)
  const arriving = { id, key, name: file.name, bytes: file.size, sent: 0 }
  useAttachments.setState((state) => ({ arriving: [...state.arriving, arriving] }))
  last = last.then(() => attach(arriving, file, { ...receiving, signal: controller.signal }))
}

async function attach({ id, key }: UploadingFile, file: File, how: Receiving & { signal: AbortSignal }) {
  const { signal, refuse, receive = (attachment) => addAttachment(key, attachment) } = how
  try {
    signal.throwIfAborted()
    const kept = await uploadFile(file, { signal, onProgress: (sent) => setProgress(id, sent) })
    const problem = refuse?.(kept)
    if (problem) throw new Error(problem)
    const attachment = await toAttachment(kept)
    if (!signal.aborted) await receive(attachment)
  } catch (error) {
    if (!signal.aborted) rejectFile(key, error instanceof Error ? error.message : String(error))
  } finally {
    forget(id)
  }
}

function setProgress(id: string, sent: number) {
  useAttachments.setState(({ arriving }) => ({
    arriving: arriving.map((file) => (file.id === id ? { ...file, sent } : file)),
  }))
}

function forget(id: string) {
  controllers.delete(id)
  useAttachments.setState(({ arriving }) => ({ arriving: arriving.filter((file) => file.id !== id) }))
}

/** Nothing where the page cannot draw it: models read kinds that Chromium does not. */
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
