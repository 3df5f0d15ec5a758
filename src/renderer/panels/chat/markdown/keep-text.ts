// A remark plugin for text that Markdown drops or changes: cells beyond a table's header, numbers of list items, and
// definitions that nothing refers to.
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
