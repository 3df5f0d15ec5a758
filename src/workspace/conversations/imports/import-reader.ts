// Reads the files of other applications: finds their chats, and converts one at a time. Runs in a thread of its own.

import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ApiError } from '#shared/schemas/api-error'
import type { ImportLoss, ImportSource } from '#shared/schemas/chat-import'
import { asText } from '../../read-values'
import { openZip, type ZipReader } from '../../zip/read-zip'
import { readAistudio } from './aistudio'
import { readChatGpt } from './chatgpt'
import {
  type ArchiveFiles,
  type ImportedChat,
  type ImportedMedia,
  type MediaSource,
  noFiles,
} from './imported-chat'
import { findEntry, type JsonEntry, type JsonSlice, listEntries, parseSlice } from './json-bytes'

/** A chat as the preview shows it, with its source's ID. */
export interface ChatSummary extends Pick<ImportedChat, 'source' | 'sourceId' | 'title' | 'updatedAt'> {
  readonly index: number
  readonly messages: number
  readonly losses: readonly ImportLoss[]
  readonly problem?: string
}

interface OpenedFiles {
  readonly source: ImportSource | null
  readonly names: readonly string[]
  readonly rejected: readonly { readonly name: string; readonly problem: string }[]
  readonly total: number
  /** Files of this application. */
  readonly own: readonly string[]
}

/** A chat without its files, which are read one at a time. */
export interface ReadChat extends Omit<ImportedChat, 'media'> {
  readonly media: readonly Omit<ImportedMedia, 'source'>[]
}

export type ImportReaderFunctions = {
  open(input: { readonly paths: readonly string[] }): Promise<OpenedFiles>
  /** Some of the chats, in their order. `next` is null after the last. */
  summarize(input: { readonly from: number }): { chats: ChatSummary[]; next: number | null }
  /** Throws INVALID_ARGUMENT with the path of what is wrong. */
  read(input: { readonly index: number }): ReadChat
  /** A file of the chat that was read last. */
  readMedia(input: { readonly media: number }): Promise<Uint8Array>
  close(input: undefined): Promise<void>
}

/** The functions in another thread, or in this one. */
export type ImportReader = {
  readonly [Name in keyof ImportReaderFunctions]: (
    input: Parameters<ImportReaderFunctions[Name]>[0],
  ) => Promise<Awaited<ReturnType<ImportReaderFunctions[Name]>>>
}

interface OpenedFile extends ChatFile {
  readonly archive: ZipReader | undefined
  /** The number of its first chat among those of all files. */
  readonly first: number
}

/** How long one call may read, so that closing does not wait. */
const maxSummaryMs = 100
const maxSummaries = 500

export function createImportReader(): ImportReaderFunctions {
  const opened: OpenedFile[] = []
  const archives: ZipReader[] = []
  let last: { readonly chat: ImportedChat; readonly file: OpenedFile } | undefined
  const total = () => opened.reduce((sum, { count }) => sum + count, 0)
  const find = (index: number): [OpenedFile, number] => {
    const file = opened.find(({ first, count }) => index >= first && index < first + count)
    if (!file) throw new ApiError('NOT_FOUND', 'This chat isn’t in the opened files.')
    return [file, index - file.first]
  }

  return {
    async open({ paths }) {
      const rejected: { name: string; problem: string }[] = []
      const own: string[] = []
      for (const path of paths) {
        const name = basename(path)
        try {
          const { found, archive, isOwn } = await openFile(path)
          if (archive) archives.push(archive)
          if (isOwn) own.push(path)
          for (const file of found) {
            opened.push({ ...file, archive, first: total() })
            if (file.problem) rejected.push({ name: file.name, problem: file.problem })
          }
        } catch (error) {
          rejected.push({ name, problem: error instanceof Error ? error.message : String(error) })
        }
      }
      const names = paths.map((path) => basename(path))
      return { source: opened[0]?.source ?? null, names, rejected, total: total(), own }
    },
    summarize({ from }) {
      const chats: ChatSummary[] = []
      const startedAt = performance.now()
      let index = from
      while (index < total() && chats.length < maxSummaries && performance.now() - startedAt < maxSummaryMs) {
        const [file, own] = find(index)
        chats.push(...summarizeChat(file, own, index))
        index += 1
      }
      return { chats, next: index < total() ? index : null }
    },
    read({ index }) {
      const [file, own] = find(index)
      const chat = file.read(own)
      last = { chat, file }
      return { ...chat, media: chat.media.map(({ source: _, ...media }) => media) }
    },
    async readMedia({ media }) {
      const source = last?.chat.media[media]?.source
      if (!last || !source) throw new ApiError('NOT_FOUND', 'This file isn’t in the chat.')
      return await readSource(source, last.file.archive)
    },
    async close() {
      opened.length = 0
      last = undefined
      for (const archive of archives.splice(0)) await archive.close()
    },
  }
}

/** Nothing for an empty chat. */
function summarizeChat(file: ChatFile, own: number, index: number): ChatSummary[] {
  try {
    const { source, sourceId, title, updatedAt, turns, losses } = file.read(own)
    const messages = turns.length
    if (messages === 0 && losses.every(({ kind }) => kind !== 'message')) return []
    const problem = messages === 0 ? { problem: 'None of its messages can be read.' } : {}
    return [{ index, source, sourceId, title, updatedAt, messages, losses, ...problem }]
  } catch (error) {
    const problem = withFile(file.name, error)
    const title = file.readTitle(own)
    return [
      { index, source: file.source, sourceId: '', title, updatedAt: null, messages: 0, losses: [], problem },
    ]
  }
}

/** `conversations.json, [3].mapping: must be an object`. */
function withFile(name: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `${name}${message.startsWith(':') ? '' : ', '}${message}`
}

const megabyte = 1024 * 1024
const maxJsonBytes = 1024 * megabyte
const maxMediaBytes = 100 * megabyte

async function readSource(source: MediaSource, archive: ZipReader | undefined): Promise<Uint8Array> {
  switch (source.kind) {
    case 'base64':
      return Buffer.from(source.data, 'base64')
    case 'text':
      return Buffer.from(source.text)
    case 'entry':
      if (!archive) throw new ApiError('NOT_FOUND', `The archive doesn’t contain ${source.name}.`)
      return await archive.read(source.name, maxMediaBytes)
  }
}

interface FoundFile {
  readonly found: readonly ChatFile[]
  readonly archive?: ZipReader
  readonly isOwn?: boolean
}

const notInArchive = 'This archive doesn’t contain a chat export of AI Studio or ChatGPT.'
const notRecognized = 'This file isn’t a chat export of AI Studio, ChatGPT, or Gen Playground.'

/** Throws if it has no chats. */
async function openFile(path: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path)
  const start = await readStart(path)
  if (start.startsWith('PK')) return await openArchive(path)
  if (size > maxJsonBytes)
    throw new ApiError('PAYLOAD_TOO_LARGE', 'This file is larger than 1 GB, the maximum size.')
  if (!/^(\xef\xbb\xbf)?\s*[[{]/.test(start)) throw new ApiError('INVALID_ARGUMENT', notRecognized)
  const bytes = await readFile(path)
  const found = findChats(bytes, { name: basename(path), modifiedAt: Math.round(mtimeMs) })
  if (found === 'own') return { found: [], isOwn: true }
  if (!found) throw new ApiError('INVALID_ARGUMENT', notRecognized)
  return { found: [found] }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Other files of an archive are not opened. */
const binary =
  /\.(png|jpe?g|gif|webp|bmp|tiff?|heic|avif|svg|wav|mp3|m4a|ogg|mp4|webm|mov|pdf|html?|css|js|dat|zip|docx?|xlsx?|pptx?|ldb|log|txt|md|csv)$/i

async function openArchive(path: string): Promise<FoundFile> {
  const archive = await openZip(path)
  try {
    const files = indexFiles(archive)
    const found: ChatFile[] = []
    for (const name of archive.names) {
      if (binary.test(name) || /(^|\/)(__MACOSX|\.[^/]*)(\/|$)/.test(name)) continue
      const start = await archive.readStart(name, 64)
      if (!/^(\xef\xbb\xbf)?\s*[[{]/.test(start.toString('latin1'))) continue
      const bytes = await archive.read(name, maxJsonBytes)
      const chats = findChats(bytes, { name, modifiedAt: archive.modifiedAt(name), files })
      if (chats !== undefined && chats !== 'own') found.push(chats)
    }
    if (found.length === 0) throw new ApiError('INVALID_ARGUMENT', notInArchive)
    return { found, archive }
  } catch (error) {
    await archive.close()
    throw error
  }
}

/** ChatGPT names files by their ID and the user's name for them. */
function indexFiles(archive: ZipReader): ArchiveFiles {
  const byName = new Map<string, string>()
  for (const name of archive.names) {
    const base = basename(name)
    const id = /^file[-_][A-Za-z0-9]+/.exec(base)?.[0]
    const stem = base.replace(/\.[^.]+$/, '')
    for (const key of [base, stem, id]) if (key !== undefined && !byName.has(key)) byName.set(key, name)
  }
  return { find: (name) => (name === '' ? undefined : byName.get(name)) }
}

/** The chats of a file. */
interface ChatFile {
  readonly source: ImportSource
  /** For messages, such as `conversations.json`. */
  readonly name: string
  readonly count: number
  /** Throws INVALID_ARGUMENT with the path of what is wrong. */
  read(index: number): ImportedChat
  /** The title of a chat that cannot be read. */
  readTitle(index: number): string
  /** Set if the file ends too early, so that some chats are missing. */
  readonly problem?: string
}

interface FileFacts {
  readonly name: string
  readonly modifiedAt: number | null
  readonly files?: ArchiveFiles
}

interface OpenedJson extends FileFacts {
  readonly bytes: Uint8Array
  /** False if the file ends too early. */
  readonly isComplete: boolean
}

/** The chats of a file of this application are imported by `exports`. */
type FoundChats = ChatFile | 'own'

/** Undefined if it is not a file of one of the applications. */
function findChats(bytes: Uint8Array, facts: FileFacts): FoundChats | undefined {
  const root = listEntries(bytes)
  const file = { ...facts, bytes, isComplete: root.isComplete }
  if (root.kind === 'array') return findInArray(file, root.entries)
  const members = new Map(root.entries.map((entry) => [entry.key, entry]))
  const kind = members.get('kind')
  if (kind && readQuietly(bytes, kind) === 'gen-playground-conversation') return 'own'
  if (members.has('chunkedPrompt')) return openAistudio(file, members.get('chunkedPrompt'))
  if (members.has('mapping')) return openChatGpt(file, [toWhole(bytes)])
  return undefined
}

function toWhole(bytes: Uint8Array): JsonEntry {
  return { key: 0, start: 0, end: bytes.length }
}

function readQuietly(bytes: Uint8Array, slice: JsonSlice): unknown {
  try {
    return parseSlice(bytes, slice, [])
  } catch {
    return undefined
  }
}

const endsEarly =
  'The file ends in the middle. The chats before can be imported. Download it again for the others.'

function toProblem(isComplete: boolean): Pick<ChatFile, 'problem'> {
  return isComplete ? {} : { problem: endsEarly }
}

function findInArray(file: OpenedJson, entries: readonly JsonEntry[]): ChatFile | undefined {
  // One entry may be broken, so that any of the first ones decides.
  const isChatGpt = entries.slice(0, 20).some((entry) => findEntry(file.bytes, 'mapping', entry))
  return isChatGpt ? openChatGpt(file, entries) : undefined
}

function openChatGpt(
  { bytes, name, isComplete, files = noFiles }: OpenedJson,
  entries: readonly JsonEntry[],
): ChatFile {
  const isList = entries[0]?.start !== 0
  const toPath = (index: number) => (isList ? [index] : [])
  return {
    source: 'chatgpt',
    name,
    count: entries.length,
    read: (index) => {
      const entry = at(entries, index)
      return readChatGpt(parseSlice(bytes, entry, toPath(index)), files, toPath(index))
    },
    readTitle: (index) => readMember(bytes, at(entries, index), 'title'),
    ...toProblem(isComplete),
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There is no chat ${index}.`)
  return item
}

function readMember(bytes: Uint8Array, slice: JsonSlice, name: string): string {
  const entry = findEntry(bytes, name, slice)
  return entry ? asText(readQuietly(bytes, entry)) : ''
}

function openAistudio({ bytes, name, modifiedAt }: OpenedJson, prompt: JsonEntry | undefined): ChatFile {
  const chunks = prompt && findEntry(bytes, 'chunks', prompt)
  const content = chunks ? bytes.subarray(chunks.start, chunks.end) : bytes
  const hash = createHash('sha256').update(content).digest('hex')
  const file = { name: toStem(name), hash, modifiedAt }
  return {
    source: 'ai-studio',
    name,
    count: 1,
    read: () => readAistudio(parseSlice(bytes, toWhole(bytes), []), file, []),
    readTitle: () => file.name,
  }
}

/** The last part of a path, without `.json`. */
function toStem(name: string): string {
  const last = name.split('/').at(-1) ?? name
  return extname(last).toLowerCase() === '.json' ? last.slice(0, -'.json'.length) : last
}
