// A Markdown text that may still be streamed: finished blocks are parsed once, the last one with every change.
import { memo, useMemo, useRef } from 'react'
import type { AppendLog } from '../../../state/fold-chat'
import type { Citation } from '../sources/read-sources'
import {
  type Block,
  emptyBlocks,
  groupSize,
  type IncrementalBlocks,
  updateBlocks,
} from './incremental-blocks'
import { MarkdownBlock } from './MarkdownBlock'
import { useIncremental } from './use-incremental'
import { useNearViewport } from './use-near-viewport'

interface MarkdownProps {
  readonly text: string
  /** Whether more text follows, so that marks at its end may still be closed. */
  readonly isStreaming?: boolean
  /** The index of its part in the turn, by which matches are found in the page. */
  readonly part?: number
  /** How the text was appended to, so that it need not be compared each time. */
  readonly appendLog?: AppendLog | undefined
  /** Marks to insert; their sources come from an enclosing `CitedSources`. */
  readonly citations?: readonly Citation[] | undefined
}

/** In groups, so that React can skip most of a long answer in few steps. */
const sectionSize = 32
const noCitations: readonly Citation[] = []
const noLabels: readonly string[] = []

export function Markdown({
  text,
  isStreaming = false,
  part,
  appendLog,
  citations = noCitations,
}: MarkdownProps) {
  const blocks = useIncremental(updateBlocks, emptyBlocks)(text, appendLog)
  const collected = useIncremental(collectDefinitions, noDefinitions)(blocks.frozen)
  const definitions = addDefinitions(collected.definitions, blocks.tail.text)
  const unused = useMemo(
    () => (isStreaming ? noLabels : listUnusedLinks(text, definitions)),
    [isStreaming, text, definitions],
  )
  const groups = toGroups(blocks)
  const sections = Math.ceil(groups.length / sectionSize)
  return (
    <div className="markdown selectable" data-part={part}>
      {Array.from({ length: sections }, (_, index) => (
        <Section
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are only ever added at the end.
          key={index}
          groups={groups}
          from={index * sectionSize}
          to={Math.min((index + 1) * sectionSize, groups.length)}
          isStreaming={isStreaming && index === sections - 1}
          definitions={definitions}
          unused={unused}
          citations={citations}
        />
      ))}
    </div>
  )
}

/** The tail is already in its later group, so that it does not render again when it is frozen. */
function toGroups({ frozen, tail }: IncrementalBlocks): readonly (readonly Block[])[] {
  const last = frozen.at(-1)
  if (tail.text.trim() === '') return frozen
  return last && last.length < groupSize ? [...frozen.slice(0, -1), [...last, tail]] : [...frozen, [tail]]
}

interface SectionProps {
  /** Number of groups in the whole answer. */
  readonly groups: readonly (readonly Block[])[]
  readonly from: number
  readonly to: number
  /** Whether text may be added to the last of them. */
  readonly isStreaming: boolean
  readonly definitions: Definitions
  /** Labels of link definitions that no link uses. */
  readonly unused: readonly string[]
  readonly citations: readonly Citation[]
}

/** Some groups of a long answer: far from the viewport they are a single placeholder. */
const Section = memo(function Section({ groups, from, to, isStreaming, ...shared }: SectionProps) {
  const section = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearViewport(section, false)
  const own = groups.slice(from, to)
  return (
    <div
      ref={section}
      className="markdown-section"
      data-at={own[0]?.[0]?.at}
      style={isNear ? undefined : { height: height ?? estimateGroups(own) }}
    >
      {isNear &&
        own.map((blocks, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are only ever added at the end.
            key={from + index}
            blocks={blocks}
            isLast={from + index === groups.length - 1}
            isStreaming={isStreaming}
            {...shared}
          />
        ))}
    </div>
  )
}, isSameSection)

/** Full groups never change, so it is enough to compare the last one. */
function isSameSection(before: SectionProps, after: SectionProps): boolean {
  return (
    before.from === after.from &&
    before.to === after.to &&
    (before.to === before.groups.length) === (after.to === after.groups.length) &&
    before.groups[before.to - 1] === after.groups[after.to - 1] &&
    before.isStreaming === after.isStreaming &&
    before.definitions === after.definitions &&
    before.unused === after.unused &&
    before.citations === after.citations
  )
}

interface GroupProps extends Omit<SectionProps, 'groups' | 'from' | 'to'> {
  readonly blocks: readonly Block[]
  /** The answer's last group, which may still change. */
  readonly isLast: boolean
}

/** A few adjacent blocks: rendered near the viewport; elsewhere, a placeholder of their height. */
const Group = memo(function Group({
  blocks,
  isLast,
  isStreaming,
  definitions,
  unused,
  citations,
}: GroupProps) {
  const group = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearViewport(group, isLast)
  return (
    <div
      ref={group}
      className="markdown-group"
      data-at={blocks[0]?.at}
      style={isNear ? undefined : { height: height ?? estimateGroup(blocks) }}
    >
      {isNear &&
        blocks.map((block, index) => (
          <MarkdownBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
            key={index}
            block={block}
            isStreaming={isStreaming && isLast && index === blocks.length - 1}
            unused={unused.filter((label) => block.text.toLowerCase().includes(`[${label}]:`))}
            footnotes={listFootnotes(block.text, definitions)}
            links={listLinks(block.text, definitions)}
            citations={citations.filter(({ at }) => at > block.at && at <= block.at + block.text.length)}
          />
        ))}
    </div>
  )
})

const lineLength = 84
const gap = 12
/** Above and below a group's blocks; the rest of the gap is between the groups. */
const padding = 4
const groupGap = gap - 2 * padding

/** In pixels. */
export function estimateGroup(blocks: readonly Block[]): number {
  return blocks.reduce((height, { text }) => height + estimateBlock(text.trim()) + gap, 2 * padding - gap)
}

export function estimateGroups(groups: readonly (readonly Block[])[]): number {
  return groups.reduce((height, blocks) => height + estimateGroup(blocks) + groupGap, -groupGap)
}

function estimateBlock(text: string): number {
  const lines = text.split('\n')
  // A title row, padding, and lines that do not wrap.
  if (/^(```|~~~)/.test(text)) return 58 + (lines.length - 2) * 20
  if (text.startsWith('|')) return 2 + (lines.length - 1) * 33
  if (/^(\$\$|\\\[)/.test(text)) return 40
  const isList = /^\s*([-*+]|\d+[.)])\s/.test(text)
  if (!isList) return Math.ceil(text.length / lineLength) * 24
  return lines.reduce((height, line) => height + Math.ceil(line.length / lineLength) * 28, -4)
}

interface Definitions {
  readonly footnotes: ReadonlySet<string>
  /** As written, by their label in lower case. */
  readonly links: ReadonlyMap<string, string>
}

interface CollectedDefinitions {
  /** Number of blocks that have been searched. */
  readonly searchedBlocks: number
  readonly definitions: Definitions
}

export const noDefinitions: CollectedDefinitions = {
  searchedBlocks: 0,
  definitions: { footnotes: new Set(), links: new Map() },
}

const footnote = /^ {0,3}\[\^([^\]\s]{1,100})\]:/gm
const link = /^ {0,3}\[([^\]^\n][^\]\n]{0,200})\]:[ \t]*\S.*$/gm

/** Searches new blocks only; returns the same definitions if they add none. */
export function collectDefinitions(
  before: CollectedDefinitions,
  frozen: IncrementalBlocks['frozen'],
): CollectedDefinitions {
  const searchedBlocks = frozen.reduce((count, group) => count + group.length, 0)
  if (searchedBlocks === before.searchedBlocks) return before
  const start = searchedBlocks < before.searchedBlocks ? noDefinitions : before
  return {
    searchedBlocks,
    definitions: frozen
      .flat()
      .slice(start.searchedBlocks)
      .reduce((definitions, { text }) => addDefinitions(definitions, text), start.definitions),
  }
}

/** Adds those of one more block; the first definition of a label takes precedence. */
function addDefinitions(definitions: Definitions, text: string): Definitions {
  if (!text.includes(']:') || /^\s*(```|~~~)/.test(text)) return definitions
  const footnotes = [...text.matchAll(footnote)].map(([, label]) => (label ?? '').toLowerCase())
  const links = [...text.matchAll(link)].map(([line, label]) => [toLabel(label ?? ''), line] as const)
  if (footnotes.length + links.length === 0) return definitions
  return {
    footnotes: new Set([...definitions.footnotes, ...footnotes]),
    links: new Map([...links.reverse(), ...definitions.links]),
  }
}

/** The defined footnotes that a block refers to. */
export function listFootnotes(text: string, { footnotes }: Definitions): string[] {
  if (footnotes.size === 0 || !text.includes('[^')) return []
  const labels = [...text.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, label]) => (label ?? '').toLowerCase())
  return [...new Set(labels)].filter((label) => footnotes.has(label))
}

/** The definitions that a block's links may need. */
export function listLinks(text: string, { links }: Definitions): string[] {
  if (links.size === 0 || !text.includes('[')) return []
  return [...listLabels(text)].flatMap((label) => links.get(label) ?? [])
}

/** The labels that no link in the whole text refers to. Models list their sources in this way. */
function listUnusedLinks(text: string, { links }: Definitions): readonly string[] {
  if (links.size === 0) return []
  const used = listLabels(text)
  return [...links.keys()].filter((label) => !used.has(label))
}

/** In brackets, except those of definitions. */
function listLabels(text: string): Set<string> {
  const labels = text.replace(link, '').matchAll(/\[([^\]^\n][^\]\n]{0,200})\]/g)
  return new Set(Array.from(labels, ([, label]) => toLabel(label ?? '')))
}

function toLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}
