// Sets citation marks into parsed Markdown, at the places the answer's text names.
import { type SyntaxNode, toMark } from './syntax-node'

/** The mark's place in the block's text, and the numbers of its sources. */
export type PlacedCitation = readonly [at: number, sources: readonly number[]]

export const citationAddress = '#source-'

const blocks = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition'])
const runs = new Set(['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'delete'])

/** A remark plugin: later places first, so that earlier ones keep their meaning. */
export function placeCitations({ citations }: { citations: readonly PlacedCitation[] }) {
  return (tree: SyntaxNode) => {
    for (const [at, sources] of [...citations].sort(([one], [other]) => other - one)) {
      place(tree, at, toMark(citationAddress + sources.join(','), sources.join(', ')))
    }
  }
}

function place(parent: SyntaxNode, at: number, mark: SyntaxNode) {
  const children = parent.children ?? []
  const index = findLastBefore(children, at)
  const child = children[index]
  if (!child) children.splice(0, 0, inRun(parent, mark))
  else if (blocks.has(child.type) || runs.has(child.type)) place(child, at, mark)
  else children.splice(index, 1, ...(splitText(child, at, mark) ?? [child, inRun(parent, mark)]))
}

/** Beside code and rules a mark needs a paragraph of its own. */
function inRun(parent: SyntaxNode, mark: SyntaxNode): SyntaxNode {
  return blocks.has(parent.type) ? { type: 'paragraph', children: [mark] } : mark
}

function findLastBefore(children: readonly SyntaxNode[], at: number): number {
  let index = children.length - 1
  while (index >= 0 && (children[index]?.position?.start.offset ?? at) >= at) index -= 1
  return index
}

/** Null where the text's characters are not those of the source (escapes): then the mark follows the whole. */
function splitText(
  { type, value = '', position }: SyntaxNode,
  at: number,
  mark: SyntaxNode,
): SyntaxNode[] | null {
  const start = position?.start.offset ?? 0
  const end = position?.end.offset ?? 0
  if (type !== 'text' || end - start !== value.length || at >= end) return null
  const cut = toWordEnd(value, at - start)
  const before: SyntaxNode = {
    type,
    value: value.slice(0, cut),
    position: { start: { offset: start }, end: { offset: start + cut } },
  }
  return [before, mark, { type, value: value.slice(cut) }]
}

/** A place within a word of a script that has words is moved to the word's end. */
function toWordEnd(text: string, at: number): number {
  const letter = /[\dA-Za-z\u00C0-\u024F\u0370-\u052F]/
  let cut = at
  while (cut > 0 && letter.test(text[cut - 1] ?? '') && letter.test(text[cut] ?? '')) cut += 1
  return cut
}
