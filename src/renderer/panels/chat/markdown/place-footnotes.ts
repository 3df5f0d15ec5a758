// Draws footnotes where they stand: a mark at each reference, and each definition as a paragraph with its label.
import { type SyntaxNode, toMark, walkNodes } from './syntax-node'

export const footnoteAddress = '#footnote-'
export const footnoteLabelAddress = '#footnote-label-'

/** A remark plugin; `labels` are those that are defined anywhere in the answer, in lower case. */
export function placeFootnotes({ labels }: { labels: readonly string[] }) {
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
  return toMark(footnoteAddress + encodeURIComponent(label.toLowerCase()), label)
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
  const mark = toMark(footnoteLabelAddress + encodeURIComponent(name.toLowerCase()), name)
  const [first, ...others] = children
  if (first?.type !== 'paragraph') return [{ type: 'paragraph', children: [mark] }, ...children]
  return [{ ...first, children: [mark, { type: 'text', value: ' ' }, ...(first.children ?? [])] }, ...others]
}
