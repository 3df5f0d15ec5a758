// Finds the chats of one JSON file of another application, by its content.
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { ImportSource } from '#shared/schemas/chat-import'
import { readAistudio } from './aistudio'
import { readChatbox } from './chatbox'
import { readChatGpt } from './chatgpt'
import { listCherryTopics, readCherryTopic } from './cherry'
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
  const database = members.get('indexedDB')
  if (database && members.has('localStorage')) return openCherry(file, database, members.get('localStorage'))
  const isChatbox = root.entries.some(({ key }) => /^(session:|chat-sessions)/.test(String(key)))
  return isChatbox ? openChatbox(file, members) : undefined
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

interface Thread {
  readonly slice: JsonSlice
  readonly path: readonly PropertyKey[]
  readonly thread: number
}

function openChatbox(
  { bytes, name, isComplete }: OpenedJson,
  members: ReadonlyMap<string | number, JsonEntry>,
): ChatFile {
  const threads: Thread[] = []
  const add = (slice: JsonSlice, path: readonly PropertyKey[]) => {
    const past = findEntry(bytes, 'threads', slice)
    const count = past ? listEntries(bytes, past).entries.length : 0
    // The current one first.
    for (let thread = count; thread >= 0; thread -= 1) threads.push({ slice, path, thread })
  }
  for (const [key, entry] of members) if (String(key).startsWith('session:')) add(entry, [key])
  // Earlier versions stored all sessions in one list.
  const list = members.get('chat-sessions')
  for (const entry of list ? listEntries(bytes, list).entries : []) add(entry, ['chat-sessions', entry.key])
  const readValue = (key: string) => {
    const entry = key === '' ? undefined : members.get(key)
    return entry && readQuietly(bytes, entry)
  }
  return {
    source: 'chatbox',
    name,
    count: threads.length,
    read: (index) => {
      const { slice, path, thread } = at(threads, index)
      return readChatbox(parseSlice(bytes, slice, path), thread, { readValue, path })
    },
    readTitle: (index) => readMember(bytes, at(threads, index).slice, 'name'),
    ...toProblem(isComplete),
  }
}

function openCherry(
  { bytes, name, files = noFiles }: OpenedJson,
  database: JsonEntry,
  storage: JsonEntry | undefined,
): ChatFile {
  const persisted = storage && findEntry(bytes, 'persist:cherry-studio', storage)
  const topics = listCherryTopics(persisted && readQuietly(bytes, persisted))
  const listed = listTopicSlices(bytes, database)
  const blocks = listBlocks(bytes, database)
  const toPath = (index: number) => at(listed, index).path
  return {
    source: 'cherry-studio',
    name,
    count: listed.length,
    read: (index) => {
      const path = toPath(index)
      const ports = {
        files,
        findTopic: (id: string) => topics.get(id),
        readBlock: (id: string) => {
          const slice = blocks.get(id)
          return slice && readQuietly(bytes, slice)
        },
      }
      return readCherryTopic(parseSlice(bytes, at(listed, index).slice, path), ports, path)
    },
    readTitle: (index) => {
      const id = readMember(bytes, at(listed, index).slice, 'id')
      return asText(topics.get(id)?.topic.name)
    },
  }
}

interface TopicSlice {
  readonly slice: JsonSlice
  readonly path: readonly PropertyKey[]
}

/** In the first version, the database is a list of keys and values. */
function listTopicSlices(bytes: Uint8Array, database: JsonEntry): TopicSlice[] {
  const { kind, entries } = listEntries(bytes, database)
  if (kind === 'array') {
    return entries.flatMap((entry) => {
      const value = findEntry(bytes, 'value', entry)
      const isTopic = readMember(bytes, entry, 'key').startsWith('topic:')
      return value && isTopic ? [{ slice: value, path: ['indexedDB', entry.key, 'value'] }] : []
    })
  }
  const topics = entries.find(({ key }) => key === 'topics')
  const listed = topics ? listEntries(bytes, topics).entries : []
  return listed.map((entry) => ({ slice: entry, path: ['indexedDB', 'topics', entry.key] }))
}

function listBlocks(bytes: Uint8Array, database: JsonEntry): ReadonlyMap<string, JsonSlice> {
  const blocks = findEntry(bytes, 'message_blocks', database)
  const listed = blocks ? listEntries(bytes, blocks).entries : []
  return new Map(listed.map((entry) => [readMember(bytes, entry, 'id'), entry]))
}
