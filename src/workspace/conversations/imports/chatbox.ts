// Reads the sessions of a Chatbox backup. Each thread of a session is a chat of its own; forks become branches.
import type { Part } from '#shared/schemas/content'
import { invalidAt } from '../../user-data/exported-files'
import type { CopiedTurn } from '../tree/turn-rows'
import {
  findTimes,
  ImportCollector,
  type ImportedChat,
  readParameters,
  toSources,
  toTextParts,
  toThoughts,
  toTitle,
  toTitleOfPrompt,
  toToolThoughts,
  toTurn,
  toUsage,
} from './imported-chat'
import {
  asArray,
  asNumber,
  asObject,
  asText,
  asTime,
  isObject,
  type Json,
  toReadableText,
} from './read-values'

export interface ChatboxPorts {
  /** The session's path in the file, for errors. */
  readonly path: readonly PropertyKey[]
  /** A value that the backup holds under its own key: an image as a `data:` URL, or the text of a file. */
  readonly readValue: (key: string) => unknown
}

/** Throws with the path of what is wrong. */
export function readChatbox(value: unknown, thread: number, ports: ChatboxPorts): ImportedChat {
  const { path } = ports
  const session = asObject(value)
  const past = asArray(session.threads)
  const isCurrent = thread >= past.length
  const owner = isCurrent ? session : asObject(past[thread])
  const ownPath = isCurrent ? path : [...path, 'threads', thread]
  if (!Array.isArray(owner.messages)) throw invalidAt([...ownPath, 'messages'], 'must be an array')
  const collector = new ImportCollector()
  const tree = readMessages(owner.messages, session, { collector, ports })
  const settings = asObject(session.settings)
  const name = asText(isCurrent ? session.threadName : owner.name) || asText(session.name)
  const [first, last] = findTimes([
    asTime(owner.createdAt),
    ...tree.turns.map(({ createdAt }) => createdAt || null),
  ])
  return {
    source: 'chatbox',
    // A thread's own ID changes when it is shown again; that of its first message stays.
    sourceId: `${asText(session.id)}/${asText(asObject(owner.messages[0]).id)}`,
    title: name ? toTitle(name) : toTitleOfPrompt(tree.turns),
    createdAt: first,
    updatedAt: last,
    model: asText(settings.modelId) || tree.model,
    parameters: readParameters(
      {
        systemInstruction: tree.instructions.join('\n\n'),
        temperature: settings.temperature,
        topP: settings.topP,
        maxOutputTokens: settings.maxTokens,
        streaming: settings.stream,
      },
      collector,
    ),
    turns: tree.turns.map((turn) => ({ ...turn, createdAt: turn.createdAt || (first ?? 0) })),
    headTurnId: tree.headTurnId,
    media: collector.media,
    losses: collector.listLosses(),
  }
}

interface MessagePorts {
  readonly collector: ImportCollector
  readonly ports: ChatboxPorts
}

interface ReadTree {
  readonly turns: CopiedTurn[]
  readonly headTurnId: string | null
  readonly instructions: string[]
  readonly model: string | null
}

/** Messages that follow one another; `isShown` if they are those of the session's list. */
interface Chain {
  readonly messages: readonly unknown[]
  readonly parentId: string | null
  readonly isShown: boolean
}

/**
 * At a fork, the session's list continues with the shown branch; the others are stored apart, and the shown one's place
 * among them is empty.
 */
function readMessages(shown: readonly unknown[], session: Json, ports: MessagePorts): ReadTree {
  const forks = asObject(session.messageForksHash)
  const turns: CopiedTurn[] = []
  const instructions: string[] = []
  const used = new Set<string>()
  let headTurnId: string | null = null
  const stack: Chain[] = [{ messages: shown, parentId: null, isShown: true }]
  for (let chain = stack.pop(); chain; chain = stack.pop()) {
    let { parentId } = chain
    for (const [index, item] of chain.messages.entries()) {
      const message = asObject(item)
      const id = asText(message.id)
      if (!isObject(item) || used.has(id)) {
        ports.collector.lose('message')
        continue
      }
      if (id !== '') used.add(id)
      if (message.role === 'system') {
        const text = readInstruction(message)
        if (chain.isShown && text !== '') instructions.push(text)
      } else if (message.isSummary === true) ports.collector.lose('summary')
      else {
        const turn = readTurn(message, { id: id || `message ${turns.length}`, parentId }, ports)
        if (turn) {
          turns.push(turn)
          parentId = turn.id
          if (chain.isShown) headTurnId = turn.id
        }
      }
      const branches = listBranches(forks[id], chain.messages.slice(index + 1))
      if (!branches) continue
      const { isShown } = chain
      stack.push(
        ...branches
          .map(({ messages, isCurrent }) => ({ messages, parentId, isShown: isShown && isCurrent }))
          .reverse(),
      )
      break
    }
  }
  const model = turns.reduce<string | null>((last, turn) => turn.model ?? last, null)
  return { turns, headTurnId: headTurnId ?? turns.at(-1)?.id ?? null, instructions, model }
}

/** Undefined if there is no fork after the message. */
function listBranches(fork: unknown, following: readonly unknown[]) {
  const { lists, position } = asObject(fork)
  if (!Array.isArray(lists) || lists.length === 0) return undefined
  const current = asNumber(position) ?? -1
  const branches = lists.map((list, index) => ({
    messages: index === current ? following : asArray(asObject(list).messages),
    isCurrent: index === current,
  }))
  return current in lists ? branches : [...branches, { messages: following, isCurrent: true }]
}

function readInstruction(message: Json): string {
  const texts = asArray(message.contentParts).map((part) => asText(asObject(part).text))
  return (texts.length > 0 ? texts.join('\n\n') : asText(message.content)).trim()
}

function readTurn(
  message: Json,
  { id, parentId }: Pick<CopiedTurn, 'id' | 'parentId'>,
  ports: MessagePorts,
): CopiedTurn | undefined {
  const role = message.role === 'user' ? 'user' : 'model'
  const parts = [...readThought(message), ...readParts(message, ports), ...readFiles(message, ports)]
  const error = asText(message.error)
  if (parts.length === 0 && error === '') return undefined
  return toTurn({
    id,
    parentId,
    role,
    parts,
    createdAt: asTime(message.timestamp) ?? 0,
    ...(role === 'model' && {
      model: readModel(message),
      usage: readUsage(message),
      times: { firstToken: readDuration(message.firstTokenLatency), firstAnswer: null, total: null },
      metadata: readSearch(message),
      state: error ? 'failed' : message.generating === true ? 'interrupted' : 'complete',
      error: error ? { code: 'INTERNAL', message: error } : null,
    }),
  })
}

/** `OpenAI API (gpt-4o)` is shown for `gpt-4o`. */
function readModel({ model }: Json): string | null {
  return /\(([^()]+)\)$/.exec(asText(model))?.[1] ?? (asText(model) || null)
}

function readDuration(value: unknown): number | null {
  const duration = asNumber(value)
  return duration !== undefined && duration >= 0 ? Math.round(duration) : null
}

function readUsage(message: Json): CopiedTurn['usage'] {
  const usage = asObject(message.usage)
  return toUsage({
    promptTokenCount: asNumber(usage.inputTokens),
    candidatesTokenCount: asNumber(usage.outputTokens) ?? asNumber(message.tokenCount),
    thoughtsTokenCount: asNumber(usage.reasoningTokens),
    totalTokenCount: asNumber(usage.totalTokens) ?? asNumber(message.tokensUsed),
  })
}

/** Earlier versions stored the thoughts beside the parts. */
function readThought({ contentParts, reasoningContent }: Json): Part[] {
  const hasOwn = asArray(contentParts).some((part) => asObject(part).type === 'reasoning')
  return hasOwn ? [] : toThoughts(asText(reasoningContent))
}

function readParts(message: Json, ports: MessagePorts): Part[] {
  const parts = asArray(message.contentParts)
  // Earlier versions stored one text, and pictures beside it.
  if (parts.length === 0) {
    const pictures = asArray(message.pictures).map(asObject)
    return [
      ...pictures.flatMap((picture) => readImage(picture, ports)),
      ...toTextParts(asText(message.content)),
    ]
  }
  return parts.map(asObject).flatMap((part) => readPart(part, ports))
}

function readPart(part: Json, ports: MessagePorts): Part[] {
  switch (part.type) {
    case 'text':
      return toTextParts(asText(part.text))
    case 'reasoning':
      return toThoughts(asText(part.text))
    case 'image':
      return readImage(part, ports)
    case 'tool-call': {
      ports.collector.lose('tool-call')
      const text = [part.args, part.result].map(toReadableText).filter(Boolean).join('\n\n')
      return toToolThoughts(asText(part.toolName), text)
    }
    // A notice of the application.
    case 'info':
      return []
    default:
      ports.collector.lose('unknown')
      return []
  }
}

function readImage({ storageKey, url }: Json, { collector, ports }: MessagePorts): Part[] {
  const stored = asText(ports.readValue(asText(storageKey))) || asText(url)
  return collector.addUrl(stored)
}

/** The texts that Chatbox has extracted from files and web pages. */
function readFiles(message: Json, { collector, ports }: MessagePorts): Part[] {
  return [...asArray(message.files), ...asArray(message.links)].map(asObject).flatMap((file): Part[] => {
    const text = asText(ports.readValue(asText(file.storageKey)))
    if (text === '') {
      collector.lose('linked-file')
      return []
    }
    const fileName = `${asText(file.name) || asText(file.title) || 'file'}.txt`.replace(/\.txt\.txt$/, '.txt')
    return collector.addFile({ kind: 'text', text }, { mimeType: 'text/plain', fileName })
  })
}

/** The results of a web search. */
function readSearch({ contentParts }: Json): CopiedTurn['metadata'] {
  const results = asArray(contentParts).map((part) => asObject(asObject(part).result))
  const items = results.flatMap(({ searchResults }) => asArray(searchResults)).map(asObject)
  return toSources(items.map(({ link, title }) => ({ uri: asText(link), title: asText(title) })))
}
