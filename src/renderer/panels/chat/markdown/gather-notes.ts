// Footnotes and link addresses that an answer defines in one block and uses in another.
import type { Block, GrownBlocks } from './grow-blocks'

export interface Notes {
  readonly footnotes: ReadonlySet<string>
  /** Definitions as they were written, by their label in lower case. */
  readonly links: ReadonlyMap<string, string>
}

interface GatheredNotes {
  /** How many blocks have been looked through. */
  readonly seen: number
  readonly notes: Notes
}

export const noNotes: GatheredNotes = { seen: 0, notes: { footnotes: new Set(), links: new Map() } }

const footnote = /^ {0,3}\[\^([^\]\s]{1,100})\]:/gm
const link = /^ {0,3}\[([^\]^\n][^\]\n]{0,200})\]:[ \t]*\S.*$/gm

/** Looks through new blocks only; the notes are the same where these define nothing. */
export function gatherNotes(before: GatheredNotes, frozen: GrownBlocks['frozen']): GatheredNotes {
  const seen = frozen.reduce((count, group) => count + group.length, 0)
  if (seen === before.seen) return before
  const start = seen < before.seen ? noNotes : before
  return {
    seen,
    notes: listFrom(frozen, start.seen).reduce((notes, { text }) => addNotes(notes, text), start.notes),
  }
}

/** What one more block defines; the first definition of a label is the one that counts. */
export function addNotes(notes: Notes, text: string): Notes {
  if (!text.includes(']:') || /^\s*(```|~~~)/.test(text)) return notes
  const footnotes = [...text.matchAll(footnote)].map(([, label]) => (label ?? '').toLowerCase())
  const links = [...text.matchAll(link)].map(([line, label]) => [toLabel(label ?? ''), line] as const)
  if (footnotes.length + links.length === 0) return notes
  return {
    footnotes: new Set([...notes.footnotes, ...footnotes]),
    links: new Map([...links.reverse(), ...notes.links]),
  }
}

/** The footnotes that a block mentions and that are defined somewhere. */
export function listFootnotes(text: string, { footnotes }: Notes): string[] {
  if (footnotes.size === 0 || !text.includes('[^')) return []
  const labels = [...text.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, label]) => (label ?? '').toLowerCase())
  return [...new Set(labels)].filter((label) => footnotes.has(label))
}

/** The definitions that a block's links may need. */
export function listLinks(text: string, { links }: Notes): string[] {
  if (links.size === 0 || !text.includes('[')) return []
  const labels = [...text.matchAll(/\[([^\]^\n][^\]\n]{0,200})\]/g)].map(([, label]) => toLabel(label ?? ''))
  return [...new Set(labels)].flatMap((label) => links.get(label) ?? [])
}

function toLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

function listFrom(frozen: GrownBlocks['frozen'], seen: number): Block[] {
  const added: Block[] = []
  let left = seen
  for (const group of frozen) {
    if (left < group.length) added.push(...group.slice(left))
    left = Math.max(left - group.length, 0)
  }
  return added
}
