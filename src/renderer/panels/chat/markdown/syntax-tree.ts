// The Markdown syntax tree (mdast), as far as the plugins use it.

export interface SyntaxNode {
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

export function walkNodes(node: SyntaxNode, onNode: (node: SyntaxNode) => void) {
  onNode(node)
  for (const child of node.children ?? []) walkNodes(child, onNode)
}

/** What `node` was parsed from. */
export function readSource(node: SyntaxNode, text: string): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
}
