// Collects footnotes and link definitions, which an answer may use in other blocks.
import type { IncrementalBlocks } from './incremental-blocks'

export interface Definitions {
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
export function addDefinitions(definitions: Definitions, text: string): Definitions {
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
export function listUnusedLinks(text: string, { links }: Definitions): readonly string[] {
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
