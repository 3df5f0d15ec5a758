// What the Markdown renderer gives to the component of a tag.
import type { ComponentProps, JSX } from 'react'

export type MarkdownProps<Tag extends keyof JSX.IntrinsicElements> = ComponentProps<Tag> & {
  /** The syntax tree's node. */
  readonly node?: unknown
}
