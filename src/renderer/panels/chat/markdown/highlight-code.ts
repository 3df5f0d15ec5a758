// Code as coloured runs; while code grows, colours follow in steps, so that a new word costs no new reading of it all.
import rehypeHighlight from 'rehype-highlight'
import { findGrammar } from './languages'

export interface Run {
  readonly text: string
  /** Class names of the theme; empty where it is plain. */
  readonly kind: string
}

export interface Highlighted {
  readonly language: string
  /** The code as far as it is coloured. */
  readonly code: string
  readonly runs: readonly Run[]
}

/** Growing code is coloured up to this length; longer code when it is finished. */
export const longestGrowing = 20_000
/** Longer code stays plain: colouring it would hold everything up. */
export const longestColoured = 100_000

interface HastNode {
  type: string
  tagName?: string
  value?: string
  properties?: { className?: string[] }
  children?: HastNode[]
}

// The plugin's types ask for a whole syntax tree and file; it reads no more of them than is given here.
let colour: ((tree: HastNode, file: { message: () => void }) => void) | undefined

/** Null where there are no colours for the language. */
export function highlightCode(code: string, language: string): Highlighted | null {
  const grammar = findGrammar(language)
  if (!grammar || code.length > longestColoured) return null
  colour ??= rehypeHighlight() as unknown as typeof colour
  const element: HastNode = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${grammar}`] },
    children: [{ type: 'text', value: code }],
  }
  colour?.(
    { type: 'root', children: [{ type: 'element', tagName: 'pre', children: [element] }] },
    { message: () => {} },
  )
  return { language, code, runs: listRuns(element.children ?? [], '') }
}

/** Colours again only when so much has come that it is worth it; the rest stands plain for a moment. */
export function growHighlight(
  before: Highlighted | null,
  code: string,
  language: string,
): Highlighted | null {
  const grows = before?.language === language && before.code !== '' && code.startsWith(before.code)
  const arrived = grows ? code.length - before.code.length : code.length
  if (grows && arrived < Math.max(120, before.code.length / 6)) return before
  if (code.length > longestGrowing) return grows ? before : null
  return highlightCode(code, language)
}

function listRuns(nodes: readonly HastNode[], kind: string): Run[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value ?? '', kind }]
    return listRuns(node.children ?? [], node.properties?.className?.join(' ') ?? kind)
  })
}
