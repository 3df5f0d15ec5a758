// Gives hidden signs back to the parsed text, and tells displayed maths from that within a line.
import { restoreSigns } from './settle-maths'
import { type SyntaxNode, walkNodes } from './syntax-node'

/** The class of displayed maths: the sanitiser lets only `language-…` pass. */
export const displayedMaths = 'language-displayed'

/** A remark plugin; the file holds the text as `settleMaths` has written it. */
export function finishMaths() {
  return (tree: SyntaxNode, file: { toString: () => string }) => {
    const text = file.toString()
    walkNodes(tree, (node) => {
      if (node.type === 'inlineMath' || node.type === 'math') dressMaths(node, text)
      else restoreNode(node)
    })
  }
}

function dressMaths(node: SyntaxNode, text: string) {
  const start = node.position?.start.offset ?? 0
  const displayed = node.type === 'math' || text.startsWith('$$', start)
  const value = restoreSigns(node.value ?? '')
  node.type = 'inlineMath'
  node.value = value
  node.data = {
    hName: 'code',
    hProperties: { className: ['language-math', ...(displayed ? [displayedMaths] : [])] },
    hChildren: [{ type: 'text', value }],
  }
}

function restoreNode(node: SyntaxNode) {
  if (node.value !== undefined) node.value = restoreSigns(node.value)
  if (node.url !== undefined) node.url = restoreSigns(node.url)
  if (node.title) node.title = restoreSigns(node.title)
  if (node.alt) node.alt = restoreSigns(node.alt)
}
