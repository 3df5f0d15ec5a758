// Splits a streamed Markdown text into blocks: finished ones are frozen, only the end is parsed again.

import { type AppendLog, getAppended } from '../../../state/fold-chat'
import {
  continueFence,
  countTag,
  type Fence,
  isBlank,
  isHeading,
  isListItem,
  readFence,
  readIndent,
  readOpenMath,
  readOpenTag,
} from './markdown-lines'

export interface Block {
  readonly text: string
  /** Its position in the whole text. */
  readonly at: number
}

export interface IncrementalBlocks {
  readonly text: string
  /** How the text was appended to, if known. */
  readonly appendLog: AppendLog | undefined
  /** Unchanged while text is only appended. In groups, so that React compares a long answer in few steps. */
  readonly frozen: readonly (readonly Block[])[]
  /** The end of the text: later text may change its meaning. */
  readonly tail: Block
  readonly state: ParserState
}

/** The end of the parsed whole lines, and the delimiters open there. */
interface ParserState {
  readonly at: number
  readonly afterBlank: boolean
  readonly inList: boolean
  readonly fence: Fence | null
  readonly math: { readonly end: string; readonly since: number } | null
  readonly tag: { readonly name: string; readonly depth: number; readonly since: number } | null
}

const initialState: ParserState = {
  at: 0,
  afterBlank: false,
  inList: false,
  fence: null,
  math: null,
  tag: null,
}
export const emptyBlocks: IncrementalBlocks = {
  text: '',
  appendLog: undefined,
  frozen: [],
  tail: { text: '', at: 0 },
  state: initialState,
}

/** Small enough that a group renders within a frame. */
export const groupSize = 2
/** Math or an element that is still open after this many characters is treated as text. */
const maxOpenLength = 10_000
/** A longer list is split between its items. */
const maxListLength = 4_000

/**
 * Parses only the new text and its block. Even comparing with the previous text takes time in proportion to its
 * length, because the engine flattens the string first; `appendLog` avoids that.
 */
export function updateBlocks(
  before: IncrementalBlocks,
  text: string,
  appendLog?: AppendLog,
): IncrementalBlocks {
  if (before.appendLog !== undefined && isSameLog(before.appendLog, appendLog)) return before
  const added = getAppended(before.appendLog, appendLog)
  if (added !== undefined) return { text, appendLog, ...parseAdded(before, added) }
  if (text === before.text) return { ...before, appendLog }
  const start = text.startsWith(before.text) ? before : emptyBlocks
  return { text, appendLog, ...parseAdded(start, text.slice(start.text.length)) }
}

function isSameLog(before: AppendLog, after: AppendLog | undefined): boolean {
  return before.pieces === after?.pieces && before.count === after.count
}

function parseAdded(
  before: IncrementalBlocks,
  added: string,
): Pick<IncrementalBlocks, 'frozen' | 'tail' | 'state'> {
  const base = before.tail.at
  const text = before.tail.text + added
  const finished: Block[] = []
  let { state } = before
  let tailAt = base
  const splitAt = (at: number) => {
    const block = { text: text.slice(tailAt - base, at - base), at: tailAt }
    if (isBlank(block.text)) return
    finished.push(block)
    tailAt = at
  }
  const findEnd = () => text.indexOf('\n', state.at - base)
  for (let end = findEnd(); end >= 0; end = findEnd()) {
    const line = text.slice(state.at - base, end)
    if (startsBlock(line, state, state.at - tailAt)) {
      splitAt(state.at)
      state = { ...initialState, at: state.at }
    }
    const { ends, ...next } = parseLine(line, state)
    state = { ...next, at: base + end + 1 }
    if (ends) splitAt(state.at)
  }
  return {
    frozen: addBlocks(before.frozen, finished),
    tail: { text: text.slice(tailAt - base), at: tailAt },
    state,
  }
}

/** Whether this line cannot depend on any line before it. */
function startsBlock(line: string, state: ParserState, length: number): boolean {
  if (state.fence || state.math || state.tag || isBlank(line)) return false
  const indent = readIndent(line)
  if (state.inList && length > maxListLength && isListItem(line) && indent === 0) return true
  if (indent === 0 && (isHeading(line) || readFence(line, false))) return true
  if (!state.afterBlank) return false
  return state.inList ? indent === 0 && !isListItem(line) : indent < 4
}

/** `ends`: a new block follows, because a heading or code has just ended. */
function parseLine(line: string, state: ParserState): ParserState & { readonly ends?: boolean } {
  if (state.fence) {
    const fence = continueFence(line, state.fence)
    return fence ? { ...state, fence } : { ...state, fence, afterBlank: false, ends: !state.inList }
  }
  if (state.math) return parseMathLine(line, state, state.math)
  if (state.tag) return parseTagLine(line, state, state.tag)
  if (isBlank(line)) return { ...state, afterBlank: true }
  const inList = state.inList || isListItem(line)
  const end = readOpenMath(line)
  const name = inList ? null : readOpenTag(line)
  return {
    at: state.at,
    afterBlank: false,
    ends: !inList && isHeading(line),
    inList,
    fence: readFence(line, inList),
    math: end && { end, since: state.at },
    tag: name ? { name, depth: Math.max(countTag(line, name), 1), since: state.at } : null,
  }
}

function parseMathLine(
  line: string,
  state: ParserState,
  math: NonNullable<ParserState['math']>,
): ParserState {
  const isClosed = line.includes(math.end) || state.at - math.since > maxOpenLength
  return isClosed ? { ...state, math: null, afterBlank: false } : state
}

function parseTagLine(line: string, state: ParserState, tag: NonNullable<ParserState['tag']>): ParserState {
  const depth = tag.depth + countTag(line, tag.name)
  const isClosed = depth <= 0 || state.at - tag.since > maxOpenLength
  return { ...state, afterBlank: false, tag: isClosed ? null : { ...tag, depth } }
}

function addBlocks(
  groups: IncrementalBlocks['frozen'],
  added: readonly Block[],
): IncrementalBlocks['frozen'] {
  if (added.length === 0) return groups
  const last = groups.at(-1)
  const isOpen = last !== undefined && last.length < groupSize
  const open = isOpen ? [...last, ...added] : [...added]
  const next = isOpen ? groups.slice(0, -1) : [...groups]
  for (let from = 0; from < open.length; from += groupSize) next.push(open.slice(from, from + groupSize))
  return next
}
