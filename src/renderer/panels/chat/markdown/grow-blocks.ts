// A growing Markdown text as blocks: finished ones are frozen, only the end is read again.
import { type AppendLog, getAppended } from '../../../state/append-log'
import {
  closesFence,
  countTag,
  type Fence,
  isBlank,
  isHeading,
  isListItem,
  readFence,
  readIndent,
  readOpenMaths,
  readOpenTag,
} from './read-line'

export interface Block {
  readonly text: string
  /** Where it begins in the whole text. */
  readonly at: number
}

export interface GrownBlocks {
  readonly text: string
  /** How the text came to be, where that is known. */
  readonly growth: AppendLog | undefined
  /** Never change while the text only grows; in groups, so that a long answer is passed over in few steps. */
  readonly frozen: readonly (readonly Block[])[]
  /** The end of the text: it may still change its meaning. */
  readonly tail: Block
  readonly reading: Reading
}

/** Where the reading of whole lines has come to, and what is open there. */
interface Reading {
  readonly at: number
  readonly afterBlank: boolean
  readonly inList: boolean
  readonly fence: Fence | null
  readonly maths: { readonly end: string; readonly since: number } | null
  readonly tag: { readonly name: string; readonly depth: number; readonly since: number } | null
}

const calm: Reading = {
  at: 0,
  afterBlank: false,
  inList: false,
  fence: null,
  maths: null,
  tag: null,
}
export const noBlocks: GrownBlocks = {
  text: '',
  growth: undefined,
  frozen: [],
  tail: { text: '', at: 0 },
  reading: calm,
}

/** Few enough that a group is drawn within a frame. */
export const groupSize = 2
/** Maths or an element that is still open after so many characters is none. */
const longestOpen = 10_000
/** A list longer than this is cut between its items. */
const longList = 4_000

/**
 * Reads no more than what is new and the block that it belongs to. Even a comparison with the text before costs as much
 * as the text is long, for it is first put together in memory: only its growth makes the cost that of the addition.
 */
export function growBlocks(before: GrownBlocks, text: string, growth?: AppendLog): GrownBlocks {
  if (before.growth !== undefined && isSame(before.growth, growth)) return before
  const added = getAppended(before.growth, growth)
  if (added !== undefined) return { text, growth, ...readOn(before, added) }
  if (text === before.text) return { ...before, growth }
  const start = text.startsWith(before.text) ? before : noBlocks
  return { text, growth, ...readOn(start, text.slice(start.text.length)) }
}

function isSame(before: AppendLog, after: AppendLog | undefined): boolean {
  return before.pieces === after?.pieces && before.count === after.count
}

function readOn(before: GrownBlocks, added: string): Pick<GrownBlocks, 'frozen' | 'tail' | 'reading'> {
  const base = before.tail.at
  const text = before.tail.text + added
  const finished: Block[] = []
  let reading = before.reading
  let tailAt = base
  const cutAt = (at: number) => {
    const block = { text: text.slice(tailAt - base, at - base), at: tailAt }
    if (isBlank(block.text)) return
    finished.push(block)
    tailAt = at
  }
  const findEnd = () => text.indexOf('\n', reading.at - base)
  for (let end = findEnd(); end >= 0; end = findEnd()) {
    const line = text.slice(reading.at - base, end)
    if (beginsBlock(line, reading, reading.at - tailAt)) {
      cutAt(reading.at)
      reading = { ...calm, at: reading.at }
    }
    const { ends, ...next } = readLine(line, reading)
    reading = { ...next, at: base + end + 1 }
    if (ends) cutAt(reading.at)
  }
  return {
    frozen: addBlocks(before.frozen, finished),
    tail: { text: text.slice(tailAt - base), at: tailAt },
    reading,
  }
}

/** Whether nothing before this line can have to do with it. */
function beginsBlock(line: string, reading: Reading, length: number): boolean {
  if (reading.fence || reading.maths || reading.tag || isBlank(line)) return false
  const indent = readIndent(line)
  if (reading.inList && length > longList && isListItem(line) && indent === 0) return true
  if (indent === 0 && (isHeading(line) || readFence(line, false))) return true
  if (!reading.afterBlank) return false
  return reading.inList ? indent === 0 && !isListItem(line) : indent < 4
}

/** `ends`: whatever follows is a new block, for a heading or code has just ended. */
function readLine(line: string, reading: Reading): Reading & { readonly ends?: boolean } {
  if (reading.fence) {
    if (!closesFence(line, reading.fence)) return reading
    return { ...reading, fence: null, afterBlank: false, ends: !reading.inList }
  }
  if (reading.maths) return readMathsLine(line, reading, reading.maths)
  if (reading.tag) return readTagLine(line, reading, reading.tag)
  if (isBlank(line)) return { ...reading, afterBlank: true }
  const inList = reading.inList || isListItem(line)
  const end = readOpenMaths(line)
  const name = inList ? null : readOpenTag(line)
  return {
    at: reading.at,
    afterBlank: false,
    ends: !inList && isHeading(line),
    inList,
    fence: readFence(line, inList),
    maths: end && { end, since: reading.at },
    tag: name ? { name, depth: Math.max(countTag(line, name), 1), since: reading.at } : null,
  }
}

function readMathsLine(line: string, reading: Reading, maths: NonNullable<Reading['maths']>): Reading {
  const isOver = line.includes(maths.end) || reading.at - maths.since > longestOpen
  return isOver ? { ...reading, maths: null, afterBlank: false } : reading
}

function readTagLine(line: string, reading: Reading, tag: NonNullable<Reading['tag']>): Reading {
  const depth = tag.depth + countTag(line, tag.name)
  const isOver = depth <= 0 || reading.at - tag.since > longestOpen
  return { ...reading, afterBlank: false, tag: isOver ? null : { ...tag, depth } }
}

function addBlocks(groups: GrownBlocks['frozen'], added: readonly Block[]): GrownBlocks['frozen'] {
  if (added.length === 0) return groups
  const last = groups.at(-1)
  const isOpen = last !== undefined && last.length < groupSize
  const open = isOpen ? [...last, ...added] : [...added]
  const next = isOpen ? groups.slice(0, -1) : [...groups]
  for (let from = 0; from < open.length; from += groupSize) next.push(open.slice(from, from + groupSize))
  return next
}
