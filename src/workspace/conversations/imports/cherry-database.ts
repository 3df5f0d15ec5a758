// Reads the topics of a Cherry Studio 2 backup from its SQLite database, whose messages are a tree already.
import { basename } from 'node:path'
import Libsql from 'libsql'
import { ApiError } from '#shared/schemas/api-error'
import type { Part } from '#shared/schemas/content'
import type { CopiedTurn } from '../tree/turn-rows'
import type { ChatFile } from './chat-file'
import { readCherryBlock } from './cherry-blocks'
import {
  type ArchiveFiles,
  appendParts,
  findTimes,
  ImportCollector,
  type ImportedChat,
  readParameters,
  toFence,
  toSources,
  toTextParts,
  toThoughts,
  toTitle,
  toTitleOfPrompt,
  toToolThoughts,
  toTurn,
  toUsage,
} from './imported-chat'
import { asArray, asNumber, asObject, asText, asTime, type Json, toReadableText } from './read-values'

interface OpenOptions {
  readonly name: string
  readonly files: ArchiveFiles
}

/** Columns are read by their names: versions add and rename others. Throws INVALID_ARGUMENT for another database. */
export function openCherryDatabase(file: string, { name, files }: OpenOptions): ChatFile & { close(): void } {
  const database = new Libsql(file, { readonly: true })
  const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Json[]
  try {
    // Views and triggers of a foreign database may not call functions with side effects.
    database.pragma('trusted_schema = OFF')
    const topics = all('SELECT * FROM topic').filter((row) => row.deleted_at == null)
    return {
      source: 'cherry-studio',
      name,
      count: topics.length,
      read(index) {
        const topic = topics[index] ?? {}
        const [assistant = {}] = all('SELECT * FROM assistant WHERE id = ?', asText(topic.assistant_id))
        const messages = all(
          'SELECT * FROM message WHERE topic_id = ? ORDER BY created_at, rowid',
          asText(topic.id),
        )
        return readTopic(topic, { assistant, messages, files })
      },
      readTitle: (index) => asText(topics[index]?.name),
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('INVALID_ARGUMENT', `The backup’s database can’t be read: ${reason}.`, {
      cause: error,
    })
  }
}

interface TopicRows {
  readonly assistant: Json
  readonly messages: readonly Json[]
  readonly files: ArchiveFiles
}

function readTopic(topic: Json, { assistant, messages, files }: TopicRows): ImportedChat {
  const collector = new ImportCollector()
  const turns: CopiedTurn[] = []
  /** The turn of each message; that of its parent if the message has no content. */
  const turnOf = new Map<string, string | null>()
  for (const row of sortByParent(messages)) {
    const id = asText(row.id)
    const parentId = turnOf.get(asText(row.parent_id)) ?? null
    const turn = readMessage(row, { id, parentId }, { collector, files })
    if (turn) turns.push(turn)
    turnOf.set(id, turn ? id : parentId)
  }
  const [first, last] = findTimes(turns.map(({ createdAt }) => createdAt || null))
  const createdAt = asTime(topic.created_at) ?? first
  const name = asText(topic.name)
  const settings = parseObject(assistant.settings)
  return {
    source: 'cherry-studio',
    sourceId: asText(topic.id),
    title: name ? toTitle(name) : toTitleOfPrompt(turns),
    createdAt,
    updatedAt: last ?? asTime(topic.updated_at),
    model: turns.reduce<string | null>((found, turn) => turn.model ?? found, null),
    parameters: readParameters(
      {
        systemInstruction: asText(assistant.prompt),
        temperature: settings.enableTemperature === false ? undefined : settings.temperature,
        topP: settings.enableTopP === false ? undefined : settings.topP,
        maxOutputTokens: settings.enableMaxTokens === true ? settings.maxTokens : undefined,
      },
      collector,
    ),
    turns: turns.map((turn) => ({ ...turn, createdAt: turn.createdAt || (createdAt ?? 0) })),
    headTurnId: turnOf.get(asText(topic.active_node_id)) ?? turns.at(-1)?.id ?? null,
    media: collector.media,
    losses: collector.listLosses(),
  }
}

/** A parent before its children. Messages in a circle come last, as roots. */
function sortByParent(messages: readonly Json[]): Json[] {
  const rows = messages.filter((row) => row.deleted_at == null)
  const ids = new Set(rows.map((row) => asText(row.id)))
  const children = new Map<string, Json[]>()
  for (const row of rows) {
    const parent = ids.has(asText(row.parent_id)) ? asText(row.parent_id) : ''
    children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const sorted = new Set<Json>()
  const add = (roots: readonly Json[]) => {
    const stack = [...roots].reverse()
    for (let row = stack.pop(); row; row = stack.pop()) {
      if (sorted.has(row)) continue
      sorted.add(row)
      stack.push(...[...(children.get(asText(row.id)) ?? [])].reverse())
    }
  }
  add(children.get('') ?? [])
  for (const row of rows) add([row])
  return [...sorted]
}

function parseObject(value: unknown): Json {
  try {
    return asObject(JSON.parse(asText(value)))
  } catch {
    return {}
  }
}

interface MessagePorts {
  readonly collector: ImportCollector
  readonly files: ArchiveFiles
}

function readMessage(
  row: Json,
  { id, parentId }: Pick<CopiedTurn, 'id' | 'parentId'>,
  ports: MessagePorts,
): CopiedTurn | undefined {
  const data = parseObject(row.data)
  const role = row.role === 'user' ? 'user' : 'model'
  const parts: Part[] = []
  let error = ''
  for (const part of asArray(data.parts).map(asObject)) {
    appendParts(parts, readPart(part, ports))
    if (part.type === 'data-error') error = asText(asObject(part.data).message) || 'The response failed.'
  }
  // The first versions stored blocks.
  for (const block of asArray(data.blocks).map(asObject)) {
    const read = readCherryBlock(block, ports)
    appendParts(parts, read.parts)
    error = read.error || error
  }
  if (parts.length === 0 && error === '') return undefined
  const sources = asArray(data.parts)
    .map(asObject)
    .filter(({ type }) => type === 'source-url')
  return toTurn({
    id,
    parentId,
    role,
    parts,
    createdAt: asTime(row.created_at) ?? 0,
    ...(role === 'model' && {
      // `openai::gpt-4o`.
      model: asText(row.model_id).split('::').at(-1) || null,
      usage: readUsage(parseObject(row.stats)),
      metadata: toSources(sources.map(({ url, title }) => ({ uri: asText(url), title: asText(title) }))),
      state: error ? 'failed' : row.status === 'paused' ? 'stopped' : 'complete',
      error: error ? { code: 'INTERNAL', message: error } : null,
    }),
  })
}

function readPart(part: Json, ports: MessagePorts): Part[] {
  const { collector } = ports
  const type = asText(part.type)
  const data = asObject(part.data)
  switch (type) {
    case 'text':
      return toTextParts(asText(part.text))
    case 'reasoning':
      return toThoughts(asText(part.text))
    case 'file':
      return readFile(part, ports)
    case 'data-code':
      return toTextParts(toFence(asText(data.content), asText(data.language)))
    case 'data-compact':
      return toTextParts(asText(data.content))
    case 'data-translation':
      collector.lose('translation')
      return []
    case 'data-video':
      collector.lose('linked-file')
      return []
    case 'step-start':
    case 'source-url':
    case 'data-error':
      return []
    default:
      if (type === 'dynamic-tool' || type.startsWith('tool-')) return readTool(part, collector)
      collector.lose('unknown')
      return []
  }
}

function readTool(part: Json, collector: ImportCollector): Part[] {
  collector.lose('tool-call')
  const name = asText(part.toolName) || asText(part.type).replace(/^tool-/, '')
  const text = [part.input, part.output ?? part.errorText].map(toReadableText).filter(Boolean).join('\n\n')
  return toToolThoughts(name, text)
}

/** A file of the backup is named like that of the other computer. */
function readFile({ url, mediaType, filename }: Json, { collector, files }: MessagePorts): Part[] {
  const mimeType = asText(mediaType) || undefined
  const fileName = asText(filename) || undefined
  if (asText(url).startsWith('data:')) return collector.addUrl(asText(url), { mimeType, fileName })
  const entry = files.find(toFileName(asText(url)))
  if (entry !== undefined) return collector.addFile({ kind: 'entry', name: entry }, { mimeType, fileName })
  collector.lose(mimeType?.startsWith('image/') ? 'linked-image' : 'linked-file')
  return []
}

function toFileName(url: string): string {
  try {
    return basename(decodeURIComponent(new URL(url).pathname))
  } catch {
    return basename(url.replaceAll('\\', '/'))
  }
}

function readUsage(stats: Json): CopiedTurn['usage'] {
  return toUsage({
    promptTokenCount: asNumber(stats.promptTokens) ?? asNumber(stats.inputTokens),
    candidatesTokenCount: asNumber(stats.completionTokens) ?? asNumber(stats.outputTokens),
    thoughtsTokenCount: asNumber(stats.thoughtsTokens),
    totalTokenCount: asNumber(stats.totalTokens),
  })
}
