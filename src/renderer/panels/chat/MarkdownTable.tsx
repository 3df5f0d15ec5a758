// A table in an answer, which scrolls by itself where it is wide.
import type { MarkdownProps } from './markdown-props'

export function MarkdownTable({ children }: MarkdownProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
      <table>{children}</table>
    </section>
  )
}
