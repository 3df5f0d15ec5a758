// Imports files with chats: reads them, keeps the selected chats, and reports what was imported.
import { toast } from 'sonner'
import { create } from 'zustand'
import type {
  ImportableChat,
  ImportProgress,
  ImportReading,
  ImportSource,
  ImportTarget,
} from '#shared/schemas/chat-import'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { identifyFiles } from '../../../api/dropped-files'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import type { Dropped } from '../../../attachments/DropOverlay'
import { formatCount, formatPlural } from '../../../components/format'
import { openConversation } from '../../../state/navigation'
import { readChatStart } from '../../../state/next-parameters'
import { toastUndo } from '../../../state/undo'
import { toggleFolder } from '../conversations/list-state'

export const sourceNames: Readonly<Record<ImportSource, string>> = {
  'ai-studio': 'AI Studio',
  chatgpt: 'ChatGPT',
}

type Files = NonNullable<ImportReading['files']>

interface ChatImport {
  /** Null while nothing is being imported. */
  readonly phase: 'reading' | 'choosing' | 'importing' | null
  /** Reading takes long enough to show it. */
  readonly isShown: boolean
  /** How much of the files has been read, from 0 to 1. */
  readonly share: number
  readonly files: Files | null
  readonly chats: readonly ImportableChat[]
  /** Indexes of the chats to import. */
  readonly selected: ReadonlySet<number>
  readonly progress: Pick<ImportProgress, 'done' | 'total'> | null
  /** Attaches the dropped files to the prompt instead. */
  readonly attach: (() => void) | null
}

const nothing: ChatImport = {
  phase: null,
  isShown: false,
  share: 0,
  files: null,
  chats: [],
  selected: new Set(),
  progress: null,
  attach: null,
}

export const useChatImport = create<ChatImport>()(() => nothing)

/** Lets the user choose files. */
export async function chooseImport(): Promise<string | null> {
  rejectSecondImport()
  const files = await desktop.imports.choose()
  return files && (await readImport(files.id))
}

/** Files that the user has opened with the application. */
export async function importOpened(id: string): Promise<string | null> {
  rejectSecondImport()
  return await readImport(id)
}

export async function importDropped({ files, folders }: Dropped): Promise<string | null> {
  rejectSecondImport()
  const [folder] = folders
  if (folder !== undefined) throw new Error(`“${folder}” is a folder. Drop the files inside it instead.`)
  const id = await identifyFiles(files)
  if (id !== null) return await readImport(id)
  // A file without a path, such as one dragged out of an archive.
  for (const file of files) {
    const { id: conversationId } = await desktop.conversations.importText({ text: await file.text() })
    openConversation(conversationId)
  }
  return files.length === 1 ? 'Chat imported' : `${formatPlural(files.length, 'chat')} imported`
}

/** Exports have these names; files of AI Studio in Google Drive have no extension. */
const mayHaveChats = /(\.(json|zip)|^[^.]+)$/i

/** Imports the files that are dropped on a prompt if they have chats, and attaches them otherwise. */
export function importOrAttach(files: readonly File[], attach: () => void) {
  const mayImport = files.length > 0 && files.every(({ name }) => mayHaveChats.test(name))
  if (!mayImport || useChatImport.getState().phase !== null) return attach()
  const read = async () => {
    const id = await identifyFiles(files)
    return id === null ? attach() : await readImport(id, attach)
  }
  toastOutcome(read(), 'Couldn’t import the file')
}

function rejectSecondImport() {
  if (useChatImport.getState().phase !== null)
    throw new Error('Another import is running. Wait for it to finish, or cancel it.')
}

let reading: AbortController | undefined
/** Shorter reading needs no dialog. */
const slowMs = 400

/** Resolves to a message; to null if the chats wait for the user's choice. */
async function readImport(id: string, attach: (() => void) | null = null): Promise<string | null> {
  reading = new AbortController()
  const { signal } = reading
  useChatImport.setState({ ...nothing, phase: 'reading', attach })
  const slow = setTimeout(() => useChatImport.setState({ isShown: true }), slowMs)
  let message: string | null = null
  try {
    for await (const event of await desktop.imports.read({ id }, { signal })) {
      if (event.imported) message = openImported(event.imported)
      addReading(event)
    }
    const { files, chats } = useChatImport.getState()
    if (signal.aborted || files === null) return null
    if (files.source !== null && chats.length > 0) {
      useChatImport.setState({ phase: 'choosing', isShown: true })
      return message
    }
    closeImport()
    if (message === null && attach) attach()
    else if (message === null) throw new Error(describeRejected(files))
    return message
  } catch (error) {
    if (signal.aborted) return null
    closeImport()
    throw error
  } finally {
    clearTimeout(slow)
  }
}

function describeRejected({ names, rejected: [first] }: Files): string {
  if (!first) return `${names[0] ?? 'The file'} has no chats.`
  return names.length > 1 ? `${first.name}: ${first.problem}` : first.problem
}

function openImported(imported: NonNullable<ImportReading['imported']>): string | null {
  const last = imported.at(-1)
  if (!last) return null
  openConversation(last.id)
  return imported.length === 1
    ? `“${last.title}” imported`
    : `${formatPlural(imported.length, 'chat')} imported`
}

function addReading({ share, files, chats = [] }: ImportReading) {
  useChatImport.setState((state) => ({
    share,
    files: files ?? state.files,
    chats: chats.length > 0 ? [...state.chats, ...chats] : state.chats,
    selected: new Set([
      ...state.selected,
      ...chats.flatMap((chat) => (chat.state === 'new' ? chat.index : [])),
    ]),
  }))
}

/** Chats that can be imported. Those in the trash are restored. */
export function isImportable({ state }: Pick<ImportableChat, 'state'>): boolean {
  return state === 'new' || state === 'trash'
}

export function selectChats(indexes: readonly number[], isSelected: boolean) {
  useChatImport.setState(({ selected }) => {
    const changed = new Set(selected)
    for (const index of indexes) {
      if (isSelected) changed.add(index)
      else changed.delete(index)
    }
    return { selected: changed }
  })
}

/** Cancels reading, or closes the preview. A running import ends after the current chat. */
export function cancelImport() {
  if (useChatImport.getState().phase === 'importing') {
    void desktop.imports.cancel().catch(() => undefined)
    return
  }
  reading?.abort()
  closeImport()
}

function closeImport() {
  useChatImport.setState(nothing)
  void desktop.imports.close().catch(() => undefined)
}

export function attachInstead() {
  const { attach } = useChatImport.getState()
  cancelImport()
  attach?.()
}

export async function startImport(target: ImportTarget): Promise<void> {
  const { chats, selected } = useChatImport.getState()
  const indexes = chats
    .filter((chat) => isImportable(chat) && selected.has(chat.index))
    .map(({ index }) => index)
  const { model } = readChatStart()
  useChatImport.setState({ phase: 'importing', progress: { done: 0, total: indexes.length } })
  try {
    for await (const { result, ...progress } of await desktop.imports.start({ indexes, target, model })) {
      useChatImport.setState({ progress })
      if (result) await showResult(result, progress)
    }
  } catch (error) {
    toast.error(`Couldn’t import the chats: ${describeError(error)}`)
  } finally {
    closeImport()
  }
}

type Result = NonNullable<ImportProgress['result']>

async function showResult(result: Result, { done, total }: Pick<ImportProgress, 'done' | 'total'>) {
  const { conversationIds, failures, lostFiles } = result
  await Promise.all(
    [queries.conversations.list.key(), queries.folders.list.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
  const [failure] = failures
  if (failure) {
    const count = failures.length > 1 ? `${formatPlural(failures.length, 'chat')} weren’t imported. ` : ''
    toast.error(`${count}“${failure.title}”: ${failure.problem}`)
  }
  if (conversationIds.length === 0) {
    if (done < total) toast('Import canceled. Nothing was imported.')
    return
  }
  const [first] = conversationIds
  if (conversationIds.length === 1 && first !== undefined) openConversation(first)
  const notes = [
    done < total && `Canceled after ${formatPlural(done, 'chat')} of ${formatCount(total)}.`,
    lostFiles > 0 && `${formatPlural(lostFiles, 'file')} couldn’t be read.`,
  ].filter(Boolean)
  toastUndo(`${formatPlural(conversationIds.length, 'chat')} imported`, () => undoImport(result), {
    ...(notes.length > 0 && { description: notes.join(' ') }),
    // The only way to undo thousands of changes at once.
    duration: 20_000,
    otherAction: { label: 'Show', onClick: () => toastOutcome(showImported(result)) },
  })
}

/** Opens the newest one, and its folder. */
async function showImported({ conversationIds }: Result) {
  const imported = new Set(conversationIds)
  const conversations = await desktop.conversations.list()
  const newest = conversations.find(({ id }) => imported.has(id))
  if (!newest) return
  if (newest.folderId !== null) toggleFolder(newest.folderId, true)
  openConversation(newest.id)
}

/** Moves the chats to the trash, and removes the folder that was created for them. */
async function undoImport({ conversationIds, createdFolderId }: Result) {
  await desktop.library.delete({ ids: conversationIds })
  if (createdFolderId !== null) await desktop.folders.delete({ id: createdFolderId })
}

/** The suggested folder. */
export function nameFolder({ source }: Pick<Files, 'source'>): string {
  return source === null ? 'Import' : `${sourceNames[source]} import`
}
