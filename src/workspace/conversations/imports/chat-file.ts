// Finds the chats of one JSON file of another application, by its content.
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { ImportSource } from '#shared/schemas/chat-import'
import { readAistudio } from './aistudio'
import { readChatGpt } from './chatgpt'
import { type ArchiveFiles, type ImportedChat, noFiles } from './imported-chat'
import { findEntry, type JsonEntry, type JsonSlice, listEntries, parseSlice } from './json-bytes'
import { asText } from './read-values'

/** The chats of a file. */
export interface ChatFile {
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
export type FoundChats = ChatFile | 'own'

/** Undefined if it is not a file of one of the applications. */
export function findChats(bytes: Uint8Array, facts: FileFacts): FoundChats | undefined {
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
