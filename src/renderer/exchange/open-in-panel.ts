// Opens a logged request in the panel that sends such requests, with its texts and settings.
import { toast } from 'sonner'
import { emptyTurn, type Turn } from '#shared/schemas/chat'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { toAttachment } from '../state/attachments'
import { openDrafts, useDrafts } from '../state/draft-store'
import { readDraft, replaceDraft, toDraftKey, toDrawingKey } from '../state/drafts'
import type { StoredFile } from '../state/media-files'
import { focusJob, openConversation, openDrawing, openPanel } from '../state/navigation'
import { toTranscriptionForm, transcriptionForm } from '../state/transcription-form'
import { toastUndo, unchanged } from '../state/undo'
import { reuseVideoForm } from '../state/video-form'
import {
  type FittingContent,
  type FittingFile,
  type FittingPrompt,
  type FittingRequest,
  readStoredFile,
} from './fit-request'

export const fittingPanelNames: Readonly<Record<FittingRequest['panel'], string>> = {
  chat: 'Chat',
  images: 'Images',
  video: 'Video',
  embeddings: 'Embeddings',
  transcribe: 'Transcribe',
}

/** Sends nothing. Rejects if it can't be opened. */
export async function openInPanel(request: FittingRequest): Promise<void> {
  const undo = await open(request)
  const { panel, omitted } = request
  const name = fittingPanelNames[panel]
  const message =
    omitted.length > 0
      ? `Opened in ${name} without: ${omitted.join(', ')}`
      : undo && `Draft replaced in ${name}`
  if (message && undo) toastUndo(message, undo.run, undo)
  else if (message) toast(message)
}

interface DraftUndo {
  readonly run: () => void
  /** The draft was not changed since. */
  readonly isPossible: () => boolean
}

/** Resolves to what restores a replaced draft. */
async function open(request: FittingRequest): Promise<DraftUndo | undefined> {
  if (request.panel === 'video') await reuseVideoForm(await withFrames(request))
  else if (request.panel === 'embeddings') await createSet(request)
  else if (request.panel === 'transcribe') return await changeTranscription(request)
  else return await openPrompt(request)
  return undefined
}

type FittingVideo = Extract<FittingRequest, { panel: 'video' }>

async function withFrames({ form, frames }: FittingVideo): Promise<FittingVideo['form']> {
  const { image, lastFrame, references } = frames
  const [first, last, others] = await Promise.all([
    copyFiles(image ? [image] : []),
    copyFiles(lastFrame ? [lastFrame] : []),
    copyFiles(references),
  ])
  const toFrame = ({ media, mimeType }: StoredFile) => ({ media, mimeType })
  return {
    ...form,
    ...(first[0] && { image: toFrame(first[0]) }),
    ...(last[0] && { lastFrame: toFrame(last[0]) }),
    ...(others.length > 0 && { references: others.map(toFrame) }),
  }
}

/** Copies files of the log into the media folder, because the log deletes its own with the request. */
async function copyFiles(files: readonly FittingFile[]): Promise<StoredFile[]> {
  if (files.length === 0) return []
  const stored = await desktop.exchanges.copyFiles({ hashes: files.map(({ hash }) => hash) })
  return stored.map((file) => ({ ...file, name: file.mimeType.replace('/', '.') }))
}

async function openPrompt(request: FittingPrompt): Promise<DraftUndo | undefined> {
  const { panel, history, text, links, files, parameters } = request
  await openDrafts()
  const stored = await Promise.all((await copyFiles(files)).map(toAttachment))
  await copyFiles(history.flatMap(({ parts }) => parts.flatMap((part) => readStoredFile(part) ?? [])))
  const conversationId = history.length > 0 ? await importHistory(request) : null
  const key = panel === 'images' ? toDrawingKey(null) : toDraftKey(conversationId)
  const remote = links.map((link) => ({ kind: 'uri' as const, id: crypto.randomUUID(), ...link }))
  const attachments = [...stored, ...remote]
  const before = readDraft(key)
  replaceDraft(key, { text, attachments, parameters, columns: null })
  if (panel === 'images') openDrawing(null)
  else openConversation(conversationId)
  const wasBlank = before.text.trim() === '' && before.attachments.length === 0
  if (wasBlank) return undefined
  const isPossible = unchanged(() => useDrafts.getState().drafts[key])
  return { run: () => void replaceDraft(key, before), isPossible }
}

/** A new chat with the earlier messages. */
async function importHistory({ history, parameters }: FittingPrompt): Promise<string> {
  const now = Date.now()
  const ids = history.map(() => crypto.randomUUID())
  const turns = history.map((content, index) =>
    toTurn(content, {
      id: ids[index] ?? '',
      parentId: ids[index - 1] ?? null,
      createdAt: now + index,
      parameters,
    }),
  )
  const conversation = {
    kind: 'chat',
    title: findTitle(history),
    createdAt: now,
    updatedAt: now,
    headTurnId: ids.at(-1) ?? null,
    parameters,
  }
  const file = {
    kind: 'gen-playground-conversation',
    version: 1,
    exportedAt: now,
    conversation,
    turns,
    media: {},
  }
  const { id } = await desktop.conversations.importText({ text: JSON.stringify(file) })
  return id
}

function findTitle(history: readonly FittingContent[]): string {
  const text = history.flatMap(({ parts }) => parts.flatMap((part) => part.text ?? []))[0] ?? ''
  return text.trim().slice(0, 60) || 'Logged request'
}

type TurnContext = Pick<Turn, 'id' | 'parentId' | 'createdAt' | 'parameters'>

function toTurn({ role, parts }: FittingContent, context: TurnContext): Omit<Turn, 'conversationId'> {
  return {
    ...emptyTurn,
    ...context,
    role,
    parts: [...parts],
    state: 'complete',
    ...(role === 'model' ? { model: context.parameters?.model ?? null } : { parameters: null }),
  }
}

async function createSet({
  settings,
  rows,
}: Extract<FittingRequest, { panel: 'embeddings' }>): Promise<void> {
  const set = await desktop.embeddings.create({ name: 'Logged request', settings, columns: [] })
  await desktop.embeddings.insertRows({ id: set.id, rows: [...rows] })
  await queryClient.invalidateQueries({ queryKey: queries.embeddings.list.key() })
  focusJob('embeddings', set.id)
}

async function changeTranscription({ settings }: Extract<FittingRequest, { panel: 'transcribe' }>) {
  await openDrafts()
  const before = transcriptionForm.read()
  transcriptionForm.write(toTranscriptionForm(settings))
  openPanel('transcribe')
  const isPossible = unchanged(transcriptionForm.read)
  return { run: () => transcriptionForm.write(before), isPossible }
}
