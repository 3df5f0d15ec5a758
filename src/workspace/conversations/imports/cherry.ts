// Reads the topics of a Cherry Studio 1 backup. Answers of several models to one prompt become branches.
import type { Part } from '#shared/schemas/content'
import { invalidAt } from '../../user-data/exported-files'
import type { CopiedTurn } from '../tree/turn-rows'
import { readCherryBlock, readCherryFile } from './cherry-blocks'
import {
  type ArchiveFiles,
  appendParts,
  findTimes,
  ImportCollector,
  type ImportedChat,
  readParameters,
  toSources,
  toTextParts,
  toThoughts,
  toTitle,
  toTitleOfPrompt,
  toTurn,
  toUsage,
} from './imported-chat'
import { asArray, asNumber, asObject, asText, asTime, isObject, type Json } from './read-values'

export interface CherryPorts {
  readonly files: ArchiveFiles
  /** A row of `message_blocks`. */
  readonly readBlock: (id: string) => unknown
  /** Finds a topic in the application's settings. */
  readonly findTopic: (id: string) => CherryTopic | undefined
}

export interface CherryTopic {
  readonly topic: Json
  readonly assistant: Json
}

/** The topics by ID, with their assistants, from the value of `persist:cherry-studio`. */
export function listCherryTopics(persisted: unknown): ReadonlyMap<string, CherryTopic> {
  const { assistants, defaultAssistant } = asObject(parseInner(asObject(parseInner(persisted)).assistants))
  const topics = new Map<string, CherryTopic>()
  for (const assistant of [defaultAssistant, ...asArray(assistants)].map(asObject))
    for (const topic of asArray(assistant.topics).map(asObject))
      topics.set(asText(topic.id), { topic, assistant })
  return topics
}

/** The application's settings are JSON within JSON. */
function parseInner(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Throws with the path of what is wrong. */
export function readCherryTopic(
  value: unknown,
  ports: CherryPorts,
  path: readonly PropertyKey[],
): ImportedChat {
  const stored = asObject(value)
  const id = asText(stored.id)
  if (!Array.isArray(stored.messages)) throw invalidAt([...path, 'messages'], 'must be an array')
  const { topic = {}, assistant = {} } = ports.findTopic(id) ?? {}
  const collector = new ImportCollector()
  const tree = readMessages(stored.messages, { collector, ports })
  const [first, last] = findTimes(tree.turns.map(({ createdAt }) => createdAt || null))
  const createdAt = asTime(topic.createdAt) ?? first
  const name = asText(topic.name) || asText(stored.name)
  return {
    source: 'cherry-studio',
    sourceId: id,
    title: name ? toTitle(name) : toTitleOfPrompt(tree.turns),
    createdAt,
    // A topic's own time is that of its creation in some versions.
    updatedAt: last ?? asTime(topic.updatedAt),
    model: tree.model ?? (asText(asObject(assistant.model).id) || null),
    parameters: readParameters(toParameters(topic, assistant), collector),
    turns: tree.turns.map((turn) => ({ ...turn, createdAt: turn.createdAt || (createdAt ?? 0) })),
    headTurnId: tree.headTurnId,
    media: collector.media,
    losses: collector.listLosses(),
  }
}

function toParameters(topic: Json, assistant: Json): Json {
  const settings = asObject(assistant.settings)
  return {
    systemInstruction: [assistant.prompt, topic.prompt]
      .map(asText)
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    temperature: settings.enableTemperature === false ? undefined : settings.temperature,
    topP: settings.enableTopP === false ? undefined : settings.topP,
    maxOutputTokens: settings.enableMaxTokens === true ? settings.maxTokens : undefined,
    streaming: settings.streamOutput,
  }
}

interface MessagePorts {
  readonly collector: ImportCollector
  readonly ports: CherryPorts
}

interface ReadTree {
  readonly turns: CopiedTurn[]
  readonly headTurnId: string | null
  readonly model: string | null
}

/** The messages are a list; answers to the same prompt name it, and the next prompt follows the selected one. */
function readMessages(messages: readonly unknown[], ports: MessagePorts): ReadTree {
  const turns: CopiedTurn[] = []
  const ids = new Set<string>()
  /** Prompts with an answer: whether one was selected. */
  const answered = new Map<string, boolean>()
  let headTurnId: string | null = null
  for (const item of messages) {
    const message = asObject(item)
    const id = asText(message.id) || `message ${turns.length}`
    if (!isObject(item) || ids.has(id)) {
      ports.collector.lose('message')
      continue
    }
    if (message.type === 'clear') {
      ports.collector.lose('context-reset')
      continue
    }
    const askId = message.role === 'user' ? '' : asText(message.askId)
    const turn = readTurn(message, { id, parentId: ids.has(askId) ? askId : headTurnId }, ports)
    if (!turn) continue
    turns.push(turn)
    ids.add(id)
    const isSelected = message.foldSelected === true
    if (!answered.has(askId) || (isSelected && !answered.get(askId))) headTurnId = turn.id
    if (askId !== '') answered.set(askId, isSelected || answered.get(askId) === true)
  }
  const model = turns.reduce<string | null>((last, turn) => turn.model ?? last, null)
  return { turns, headTurnId, model }
}

function readTurn(
  message: Json,
  { id, parentId }: Pick<CopiedTurn, 'id' | 'parentId'>,
  { collector, ports }: MessagePorts,
): CopiedTurn | undefined {
  const role = message.role === 'user' ? 'user' : 'model'
  const parts: Part[] = []
  const sources: { uri: string; title: string }[] = []
  let error = asText(asObject(message.error).message)
  for (const blockId of asArray(message.blocks).map(asText)) {
    const block = ports.readBlock(blockId)
    if (block === undefined) {
      collector.lose('unknown')
      continue
    }
    const read = readCherryBlock(asObject(block), { collector, files: ports.files })
    appendParts(parts, read.parts)
    sources.push(...read.sources)
    error = read.error || error
  }
  appendParts(parts, readEarlier(message, { collector, ports }))
  const status = asText(message.status)
  if (parts.length === 0 && error === '') return undefined
  return toTurn({
    id,
    parentId,
    role,
    parts,
    createdAt: asTime(message.createdAt) ?? 0,
    ...(role === 'model' && {
      model: asText(asObject(message.model).id) || asText(message.modelId) || null,
      usage: readUsage(asObject(message.usage)),
      times: readTimes(asObject(message.metrics)),
      metadata: toSources(sources),
      state: error ? 'failed' : status === 'paused' ? 'stopped' : 'complete',
      error: error ? { code: 'INTERNAL', message: error } : null,
    }),
  })
}

/** Earlier versions stored the content in the message itself. */
function readEarlier(message: Json, { collector, ports }: MessagePorts): Part[] {
  const files = asArray(message.files).map(asObject)
  return [
    ...toThoughts(asText(message.reasoning_content)),
    ...files.flatMap((file) => readCherryFile(file, { collector, files: ports.files })),
    ...toTextParts(asText(message.content)),
  ]
}

function readUsage(usage: Json): CopiedTurn['usage'] {
  return toUsage({
    promptTokenCount: asNumber(usage.prompt_tokens) ?? asNumber(usage.inputTokens),
    candidatesTokenCount: asNumber(usage.completion_tokens) ?? asNumber(usage.outputTokens),
    thoughtsTokenCount: asNumber(usage.thoughts_tokens),
    totalTokenCount: asNumber(usage.total_tokens) ?? asNumber(usage.totalTokens),
  })
}

function readTimes(metrics: Json): CopiedTurn['times'] {
  const round = (value: unknown) => {
    const number = asNumber(value)
    return number !== undefined && number > 0 ? Math.round(number) : null
  }
  return {
    firstToken: round(metrics.time_first_token_millsec),
    firstAnswer: null,
    total: round(metrics.time_completion_millsec),
  }
}
