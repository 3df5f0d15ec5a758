// Reads a conversation of ChatGPT's data export: its tree of nodes becomes a tree of prompts and answers.
import type { Part } from '#shared/schemas/content'
import { isObject, type JsonObject, toObject } from '#shared/wire/json-objects'
import { asArray, asText, asTime } from '../../read-values'
import { invalidAt } from '../../user-data/exported-files'
import type { CopiedTurn } from '../tree/turn-rows'
import { readChatGptMessage, readChatGptSources } from './chatgpt-message'
import {
  type ArchiveFiles,
  appendParts,
  findTimes,
  ImportCollector,
  type ImportedChat,
  readParameters,
  toSources,
  toTitle,
  toTurn,
} from './imported-chat'

/** An answer in progress: ChatGPT has a node for each thought, call, result and text of it. */
interface OpenAnswer {
  readonly parentId: string | null
  readonly parts: Part[]
  readonly nodes: string[]
  readonly messages: JsonObject[]
}

/** A node to read, with the turns before it. */
interface Step {
  readonly nodeId: string
  readonly parentId: string | null
  readonly answer: OpenAnswer | null
}

/** Throws with the path of what is wrong. */
export function readChatGpt(value: unknown, files: ArchiveFiles, path: readonly PropertyKey[]): ImportedChat {
  const chat = toObject(value)
  if (!isObject(chat.mapping)) throw invalidAt([...path, 'mapping'], 'must be an object')
  const collector = new ImportCollector()
  const tree = readTree(chat.mapping, collector, files)
  const [first, last] = findTimes(tree.turns.map(({ createdAt }) => createdAt || null))
  const createdAt = asTime(chat.create_time) ?? first
  const systemInstruction = [...new Set(tree.instructions)].join('\n\n')
  return {
    source: 'chatgpt',
    sourceId: asText(chat.conversation_id) || asText(chat.id) || `${asText(chat.title)} ${createdAt}`,
    title: toTitle(asText(chat.title)),
    createdAt,
    updatedAt: asTime(chat.update_time) ?? last,
    model: tree.model ?? (asText(chat.default_model_slug) || null),
    parameters: readParameters({ systemInstruction }, collector),
    turns: tree.turns.map((turn) => ({ ...turn, createdAt: turn.createdAt || (createdAt ?? 0) })),
    headTurnId: findHead(chat, tree.turnOfNode) ?? tree.turns.at(-1)?.id ?? null,
    media: collector.media,
    losses: collector.listLosses(),
  }
}

interface ReadTree {
  readonly turns: CopiedTurn[]
  readonly turnOfNode: Map<string, string>
  readonly instructions: string[]
  readonly model: string | null
}

/** Walks from the roots with a stack, because a chat may be longer than the call stack. */
function readTree(mapping: JsonObject, collector: ImportCollector, files: ArchiveFiles): ReadTree {
  const turns: CopiedTurn[] = []
  const turnOfNode = new Map<string, string>()
  const instructions: string[] = []
  const readNodes = new Set<string>()
  const children = listChildren(mapping, collector)
  const add = (turn: CopiedTurn, nodes: readonly string[]) => {
    turns.push(turn)
    for (const node of nodes) if (!turnOfNode.has(node)) turnOfNode.set(node, turn.id)
    return turn.id
  }
  // By the last node: several branches may follow the same answer.
  const closed = new Map<string, string>()
  const close = (answer: OpenAnswer): string | null => {
    const id = answer.nodes.at(-1)
    if (id === undefined || answer.parts.length === 0) return answer.parentId
    const turnId = closed.get(id) ?? add(toAnswer(id, answer), answer.nodes)
    closed.set(id, turnId)
    return turnId
  }
  const stack: Step[] = listRoots(mapping)
    .reverse()
    .map((nodeId) => ({ nodeId, parentId: null, answer: null }))
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { nodeId, parentId, answer } = step
    // A node with two parents, or a circle.
    if (readNodes.has(nodeId)) continue
    readNodes.add(nodeId)
    const message = toObject(toObject(mapping[nodeId]).message)
    const read = readChatGptMessage(message, { collector, files })
    const next = children.get(nodeId) ?? []
    if (read.kind === 'instruction' && read.text) instructions.push(read.text)
    let state: Omit<Step, 'nodeId'> = { parentId, answer }
    if (read.kind === 'user' && read.parts.length > 0) {
      const parent = answer ? close(answer) : parentId
      const prompt = toTurn({
        id: nodeId,
        parentId: parent,
        role: 'user',
        parts: [...read.parts],
        createdAt: asTime(message.create_time) ?? 0,
      })
      state = { parentId: add(prompt, [nodeId]), answer: null }
    } else if (read.kind === 'model') {
      const open = answer ?? { parentId, parts: [], nodes: [], messages: [] }
      appendParts(open.parts, read.parts)
      open.nodes.push(nodeId)
      open.messages.push(message)
      state = { parentId, answer: open }
    }
    if (next.length === 0 && state.answer) close(state.answer)
    const branches = next.map((child, index) => ({
      nodeId: child,
      parentId: state.parentId,
      // Each branch of an answer repeats what comes before it.
      answer: index === 0 || !state.answer ? state.answer : copyAnswer(state.answer),
    }))
    stack.push(...branches.reverse())
  }
  const model = turns.reduce<string | null>((last, turn) => turn.model ?? last, null)
  return { turns, turnOfNode, instructions, model }
}

function copyAnswer(answer: OpenAnswer): OpenAnswer {
  return {
    ...answer,
    parts: [...answer.parts],
    nodes: [...answer.nodes],
    messages: [...answer.messages],
  }
}

function toAnswer(id: string, { parentId, parts, messages }: OpenAnswer): CopiedTurn {
  const metadata = messages.map((message) => toObject(message.metadata))
  const model = metadata
    .map((each) => asText(each.model_slug))
    .filter((slug) => slug !== '')
    .at(-1)
  const last = messages.at(-1)
  const { type } = toObject(metadata.at(-1)?.finish_details)
  const [createdAt] = findTimes(messages.map((message) => asTime(message.create_time)))
  return toTurn({
    id: `answer ${id}`,
    parentId,
    role: 'model',
    parts: [...parts],
    createdAt: createdAt ?? 0,
    model: model ?? null,
    state: type === 'interrupted' ? 'stopped' : last?.status === 'in_progress' ? 'interrupted' : 'complete',
    metadata: toSources(messages.flatMap(readChatGptSources)),
  })
}

/** In the order of each node's list. Counts nodes that are not objects. */
function listChildren(
  mapping: JsonObject,
  collector: ImportCollector,
): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const [id, node] of Object.entries(mapping)) {
    if (!isObject(node)) collector.lose('message')
    const listed = asArray(toObject(node).children).map(asText)
    children.set(
      id,
      [...new Set(listed)].filter((child) => child in mapping),
    )
  }
  // Some tools leave out the lists.
  for (const [id, node] of Object.entries(mapping)) {
    const siblings = children.get(asText(toObject(node).parent))
    if (siblings && !siblings.includes(id)) siblings.push(id)
  }
  return children
}

function listRoots(mapping: JsonObject): string[] {
  return Object.entries(mapping).flatMap(([id, node]) =>
    asText(toObject(node).parent) in mapping ? [] : [id],
  )
}

/** The turn of the shown node, or of the nearest node above it. */
function findHead(chat: JsonObject, turnOfNode: ReadonlyMap<string, string>): string | undefined {
  const mapping = toObject(chat.mapping)
  const seen = new Set<string>()
  let id = asText(chat.current_node)
  while (id in mapping && !seen.has(id)) {
    seen.add(id)
    const turnId = turnOfNode.get(id)
    if (turnId !== undefined) return turnId
    id = asText(toObject(mapping[id]).parent)
  }
  return undefined
}
