// A node of Markdown's syntax tree, as far as it is read and written here.

export interface SyntaxNode {
  type: string
  value?: string
  url?: string
  title?: string | null
  alt?: string | null
  label?: string | null
  identifier?: string
  data?: Record<string, unknown>
  children?: SyntaxNode[]
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

export function walkNodes(node: SyntaxNode, visit: (node: SyntaxNode) => void) {
  visit(node)
  for (const child of node.children ?? []) walkNodes(child, visit)
}

/** A link within the answer: `MarkdownLink` draws it by its address. */
export function toMark(url: string, text: string): SyntaxNode {
  return { type: 'link', url, title: null, children: [{ type: 'text', value: text }] }
}
