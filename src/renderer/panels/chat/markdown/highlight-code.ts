// Highlights code; streamed code in steps, so that not all of it is parsed again for each new word.
import rehypeHighlight from 'rehype-highlight'
import { findGrammar } from './languages'

export interface Run {
  readonly text: string
  /** Class names of the theme; empty for plain text. */
  readonly className: string
}

export interface Highlighted {
  readonly language: string
  /** The code that is highlighted so far. */
  readonly code: string
  readonly runs: readonly Run[]
}

/** Longer code is highlighted only once it is complete. */
export const maxStreamingLength = 20_000
/** Longer code stays plain: highlighting it would block the page. */
export const maxHighlightLength = 100_000

interface HastNode {
  type: string
  tagName?: string
  value?: string
  properties?: { className?: string[] }
  children?: HastNode[]
}

// The plugin's types require a whole syntax tree and file; it reads only what is passed here.
let plugin: ((tree: HastNode, file: { message: () => void }) => void) | undefined

export function canHighlight(code: string, language: string): boolean {
  return findGrammar(language) !== null && code.length <= maxHighlightLength
}

/** Returns null if the language is unknown or the code is too long. */
export function highlightCode(code: string, language: string): Highlighted | null {
  if (!canHighlight(code, language)) return null
  plugin ??= rehypeHighlight() as unknown as typeof plugin
  const element: HastNode = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${findGrammar(language)}`] },
    children: [{ type: 'text', value: code }],
  }
  plugin?.(
    { type: 'root', children: [{ type: 'element', tagName: 'pre', children: [element] }] },
    { message: () => {} },
  )
  return { language, code, runs: listRuns(element.children ?? [], '') }
}

interface HighlightInput {
  readonly code: string
  readonly language: string
  /** The code is complete. */
  readonly isComplete: boolean
}

/** Highlights again only if enough code was appended; until then the rest stays plain. */
export function extendHighlight(
  before: Highlighted | null,
  { code, language, isComplete }: HighlightInput,
): Highlighted | null {
  const isExtended = before?.language === language && before.code !== '' && code.startsWith(before.code)
  if (isExtended && before.code === code) return before
  if (isComplete) return highlightCode(code, language)
  const added = isExtended ? code.length - before.code.length : code.length
  if (isExtended && added < Math.max(120, before.code.length / 6)) return before
  if (code.length > maxStreamingLength) return isExtended ? before : null
  return highlightCode(code, language)
}

function listRuns(nodes: readonly HastNode[], className: string): Run[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value ?? '', className }]
    return listRuns(node.children ?? [], node.properties?.className?.join(' ') ?? className)
  })
}
