// The remark and rehype plugins for a block: math, citations, footnotes, text that Markdown drops, and the sanitizer.
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkMath from 'remark-math'
import { defaultRehypePlugins, defaultRemarkPlugins, type StreamdownProps } from 'streamdown'
import type { Citation } from '../sources/read-sources'
import { escapeUnknownTags, htmlTagNames } from './html-tags'
import { restoreMasked } from './normalize-text'

type RemarkPlugins = NonNullable<StreamdownProps['remarkPlugins']>
type RehypePlugins = NonNullable<StreamdownProps['rehypePlugins']>

// Each is a pair of a plugin and its options.
const [gfm] = [defaultRemarkPlugins.gfm].flat()
const [sanitize, schema] = [defaultRehypePlugins.sanitize].flat()
const [harden, hardening] = [defaultRehypePlugins.harden].flat()

/** `MarkdownImage` decides which of these it shows. */
const pictureSchemes = ['https', 'http', 'data', 'media', 'streamdown']

// The plugins' types are for whole processors; each gets the tree and the options it is written for.
const safePlugins = [
  [
    sanitize,
    { ...schema, tagNames: [...htmlTagNames], protocols: { ...schema.protocols, src: pictureSchemes } },
  ],
  // Adds nothing to the text of a link that is not allowed.
  [harden, { ...hardening, linkBlockPolicy: 'text-only' }],
  rehypeDirection,
] as RehypePlugins
const htmlPlugins = [defaultRehypePlugins.raw, ...safePlugins] as RehypePlugins

/** Parsing HTML takes as long as everything else, so it is skipped for text without HTML. */
export function toRehypePlugins(text: string): RehypePlugins {
  return text.includes('<') ? htmlPlugins : safePlugins
}

const directed = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'summary'])

interface HtmlNode {
  readonly tagName?: string
  readonly properties?: Record<string, unknown>
  readonly children?: readonly HtmlNode[]
}

/**
 * Each paragraph, list and quote has the direction of its own text. Elements within them have no direction of their own:
 * their text would not count; `markdown.css` orders their words. A table's direction is set by its component.
 */
function rehypeDirection() {
  return function direct({ tagName = '', properties, children = [] }: HtmlNode) {
    const isDirected = directed.has(tagName)
    if (isDirected && properties) properties.dir ??= 'auto'
    if (!isDirected && tagName !== 'table') for (const child of children) direct(child)
  }
}

interface RemarkOptions {
  /** Labels of the footnotes that are defined anywhere in the answer, in lower case. */
  readonly footnotes: readonly string[]
  readonly citations: readonly Citation[]
  /** See `remarkKeepText`. */
  readonly unused: readonly string[]
}

/** Citations come first: their positions refer to the parsed source. */
export function toRemarkPlugins({ footnotes: labels, citations, unused }: RemarkOptions): RemarkPlugins {
  const plugins = [
    // `20~25` is not a deletion.
    [gfm, { singleTilde: false }],
    remarkCjkFriendly,
    [remarkCjkStrikethrough, { singleTilde: false }],
    remarkMath,
    ...(citations.length ? [[remarkCitations, { citations }]] : []),
    [remarkKeepText, { unused }],
    [remarkFootnotes, { labels }],
    remarkCallouts,
    remarkRestoreMath,
    remarkCode,
  ]
  // As above.
  return plugins as RemarkPlugins
}

/** The class of display math: the sanitizer allows `language-…` only. */
export const displayMathClass = 'language-displayed'

/** Restores masked characters, and marks display math; the file contains the output of `normalizeText`. */
function remarkRestoreMath() {
  return (tree: SyntaxNode, file: { toString: () => string }) => {
    const text = file.toString()
    walkNodes(tree, (node) => {
      if (node.type === 'inlineMath' || node.type === 'math') toMathNode(node, text)
      else if (node.type === 'html') node.value = escapeUnknownTags(restoreMasked(node.value ?? ''))
      else restoreText(node)
    })
  }
}

function toMathNode(node: SyntaxNode, text: string) {
  const start = node.position?.start.offset ?? 0
  const displayed = node.type === 'math' || text.startsWith('$$', start)
  const value = restoreMasked(node.value ?? '')
  node.type = 'inlineMath'
  node.value = value
  node.data = {
    hName: 'code',
    hProperties: { className: ['language-math', ...(displayed ? [displayMathClass] : [])] },
    hChildren: [{ type: 'text', value }],
  }
}

function restoreText(node: SyntaxNode) {
  for (const name of ['value', 'url', 'title', 'alt'] as const) {
    if (node[name]) node[name] = restoreMasked(node[name])
  }
}

/** `> [!NOTE]` starts a quote with that title. */
function remarkCallouts() {
  return (tree: SyntaxNode) => {
    walkNodes(tree, (node) => {
      const [paragraph] = node.type === 'blockquote' ? (node.children ?? []) : []
      const [first, ...others] = paragraph?.type === 'paragraph' ? (paragraph.children ?? []) : []
      const [marker, title] =
        /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:\n|$)/.exec(first?.value ?? '') ?? []
      if (!paragraph || !first || first.type !== 'text' || !marker || !title) return
      const text = { ...first, value: first.value?.slice(marker.length) ?? '' }
      const heading = { type: 'strong', children: [{ type: 'text', value: title }] }
      const rest = [...(text.value ? [text] : []), ...others]
      paragraph.children = rest.length > 0 ? [heading, { type: 'break' }, ...rest] : [heading]
    })
  }
}

/** The class of code whose closing fence has been received; for the sanitizer as above. */
export const closedCodeClass = 'language-closed'

/** The class with what follows the language of code, encoded. */
export const codeDetailsClass = 'language-details-'

/** Code in lists and quotes; `readFencedBlock` reads all other code. */
function remarkCode() {
  return (tree: SyntaxNode, file: { toString: () => string }) => {
    const text = file.toString()
    walkNodes(tree, (node) => {
      if (node.type !== 'code' || !node.lang) return
      const className = [`language-${node.lang}`]
      if (node.meta) className.push(codeDetailsClass + encodeURIComponent(node.meta))
      if (/\n[\s>]*(`{3,}|~{3,})\s*$/.test(readSource(node, text))) className.push(closedCodeClass)
      node.data = { hProperties: { className } }
    })
  }
}

export const citationUrl = '#source-'

const blocks = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition'])
const inlines = new Set(['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'delete'])

/** Inserts citation marks, the last one first, so that the positions of the others stay valid. */
function remarkCitations({ citations }: { citations: readonly Citation[] }) {
  return (tree: SyntaxNode) => {
    for (const { at, sources } of [...citations].sort((a, b) => b.at - a.at)) {
      insertMark(tree, at, toMark(citationUrl + sources.join(','), sources.join(', ')))
    }
  }
}

function insertMark(parent: SyntaxNode, at: number, mark: SyntaxNode) {
  const children = parent.children ?? []
  const index = findLastBefore(children, at)
  const child = children[index]
  if (!child) children.splice(0, 0, toInline(parent, mark))
  else if (blocks.has(child.type) || inlines.has(child.type)) insertMark(child, at, mark)
  else children.splice(index, 1, ...(splitText(child, at, mark) ?? [child, toInline(parent, mark)]))
}

/** Next to code and rules, a mark needs its own paragraph. */
function toInline(parent: SyntaxNode, mark: SyntaxNode): SyntaxNode {
  return blocks.has(parent.type) ? { type: 'paragraph', children: [mark] } : mark
}

function findLastBefore(children: readonly SyntaxNode[], at: number): number {
  let index = children.length - 1
  while (index >= 0 && (children[index]?.position?.start.offset ?? at) >= at) index -= 1
  return index
}

/** Returns null if the text differs from its source (escapes): the mark then follows the whole text. */
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

/** Moves a position within a word to the word's end, in scripts that separate words. */
function toWordEnd(text: string, at: number): number {
  const letter = /[\dA-Za-z\u00C0-\u024F\u0370-\u052F]/
  let cut = at
  while (cut > 0 && letter.test(text[cut - 1] ?? '') && letter.test(text[cut] ?? '')) cut += 1
  return cut
}

export const footnoteUrl = '#footnote-'
export const footnoteLabelUrl = '#footnote-label-'

/** Turns each reference into a mark, and each definition into a paragraph with its label. */
function remarkFootnotes({ labels }: { labels: readonly string[] }) {
  const known = new Set(labels)
  return (tree: SyntaxNode) => {
    walkNodes(tree, (node) => {
      if (!node.children || node.type === 'link') return
      node.children = node.children.flatMap((child) => {
        if (child.type === 'text') return splitReferences(child, known)
        if (child.type === 'footnoteReference') return [toReference(child.label ?? child.identifier ?? '')]
        return child.type === 'footnoteDefinition' ? toDefinition(child) : [child]
      })
    })
  }
}

function toReference(label: string): SyntaxNode {
  return toMark(footnoteUrl + encodeURIComponent(label.toLowerCase()), label)
}

function splitReferences(text: SyntaxNode, known: ReadonlySet<string>): SyntaxNode[] {
  const pieces = (text.value ?? '').split(/\[\^([^\]\s]{1,100})\]/)
  if (pieces.length === 1) return [text]
  return pieces.flatMap((piece, index) => {
    if (index % 2 === 0) return piece ? [{ type: 'text', value: piece }] : []
    return known.has(piece.toLowerCase()) ? [toReference(piece)] : [{ type: 'text', value: `[^${piece}]` }]
  })
}

function toDefinition({ label, identifier, children = [] }: SyntaxNode): SyntaxNode[] {
  const name = label ?? identifier ?? ''
  const mark = toMark(footnoteLabelUrl + encodeURIComponent(name.toLowerCase()), name)
  const [first, ...others] = children
  if (first?.type !== 'paragraph') return [{ type: 'paragraph', children: [mark] }, ...children]
  return [{ ...first, children: [mark, { type: 'text', value: ' ' }, ...(first.children ?? [])] }, ...others]
}

/** A link within the answer: `MarkdownLink` renders it by its URL. */
function toMark(url: string, text: string): SyntaxNode {
  return { type: 'link', url, title: null, children: [{ type: 'text', value: text }] }
}

/** `unused`: labels of link definitions that no link of the answer uses, in lower case. */
function remarkKeepText({ unused }: { readonly unused: readonly string[] }) {
  return (tree: SyntaxNode, file: { toString: () => string }) => {
    const text = file.toString()
    walkNodes(tree, (node) => {
      if (node.type === 'table') widen(node)
      if (node.type === 'list' && node.ordered) keepNumbers(node, text)
      if (node.type === 'definition' && unused.includes((node.label ?? '').toLowerCase()))
        showSource(node, text)
    })
  }
}

/** The longest row decides about the number of columns; by default, the header does. */
function widen(table: SyntaxNode) {
  const rows = table.children ?? []
  const columns = rows.reduce((most, { children = [] }) => Math.max(most, children.length), 0)
  const align = table.align ?? []
  table.align = [...align, ...Array<null>(Math.max(0, columns - align.length)).fill(null)]
}

/** Lists continue their first number, unless a later item has a larger one of its own. */
function keepNumbers({ children: items = [] }: SyntaxNode, text: string) {
  const numbers = items.map((item) => Number.parseInt(readSource(item, text), 10))
  const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? number))
  if (!rises) return
  items.forEach((item, at) => {
    const number = numbers[at] ?? 0
    if (at > 0 && number !== (numbers[at - 1] ?? 0) + 1) item.data = { hProperties: { value: number } }
  })
}

function showSource(node: SyntaxNode, text: string) {
  node.type = 'paragraph'
  node.children = linkUrls(readSource(node, text))
}

/** With links. */
function linkUrls(text: string): SyntaxNode[] {
  return text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((piece, index) => (index % 2 === 0 ? { type: 'text', value: piece } : toLink(piece)))
}

function toLink(url: string): SyntaxNode {
  return { type: 'link', url, title: null, children: [{ type: 'text', value: url }] }
}

interface SyntaxNode {
  type: string
  value?: string
  lang?: string | null
  meta?: string | null
  url?: string
  title?: string | null
  alt?: string | null
  label?: string | null
  identifier?: string
  ordered?: boolean | null
  align?: (string | null)[] | null
  data?: Record<string, unknown>
  children?: SyntaxNode[]
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

function walkNodes(node: SyntaxNode, onNode: (node: SyntaxNode) => void) {
  onNode(node)
  for (const child of node.children ?? []) walkNodes(child, onNode)
}

/** What `node` was parsed from. */
function readSource(node: SyntaxNode, text: string): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
}
