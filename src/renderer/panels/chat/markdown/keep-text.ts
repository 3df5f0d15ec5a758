// A remark plugin for text that Markdown drops or changes: cells beyond a table's header, numbers of list items,
// definitions that nothing refers to, and text that a bare URL takes in.
import { readSource, type SyntaxNode, walkNodes } from './syntax-tree'

/** `unused`: labels of link definitions that no link of the answer uses, in lower case. */
export function remarkKeepText({ unused }: { readonly unused: readonly string[] }) {
  return (tree: SyntaxNode, file: { toString: () => string }) => {
    const text = file.toString()
    walkNodes(tree, (node) => {
      if (node.type === 'table') widen(node)
      if (node.type === 'list' && node.ordered) keepNumbers(node, text)
      if (node.type === 'definition' && unused.includes((node.label ?? '').toLowerCase()))
        showSource(node, text)
      if (node.children)
        node.children = node.children.flatMap((child) =>
          child.type === 'link' ? splitBareUrl(child, text) : [child],
        )
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
  node.children = findUrls(readSource(node, text))
}

/** CJK punctuation and full-width forms, which end a URL in a text without spaces. */
const urlEnd = /[\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65“”‘’…—\uFDD3]/

/** GFM ends a bare URL at the next space only. */
function splitBareUrl(link: SyntaxNode, text: string): SyntaxNode[] {
  const source = readSource(link, text)
  const end = source.search(urlEnd)
  if (end < 0 || !/^(?:https?:\/\/|www\.)/i.test(source)) return [link]
  const shown = source.slice(0, end)
  return [toLink(shown), ...findUrls(source.slice(end))]
}

function findUrls(text: string): SyntaxNode[] {
  const found = /(?:https?:\/\/|www\.)[\w-]/i.exec(text)
  if (!found) return text ? [{ type: 'text', value: text }] : []
  const rest = text.slice(found.index)
  const end = rest.search(urlEnd)
  const url = (end < 0 ? rest : rest.slice(0, end)).replace(/[.,;:!?'"*_~)]+$/, '')
  const before = found.index > 0 ? [{ type: 'text', value: text.slice(0, found.index) }] : []
  return [...before, toLink(url), ...findUrls(rest.slice(url.length))]
}

function toLink(shown: string): SyntaxNode {
  const url = /^www\./i.test(shown) ? `http://${shown}` : shown
  return { type: 'link', url, title: null, children: [{ type: 'text', value: shown }] }
}
