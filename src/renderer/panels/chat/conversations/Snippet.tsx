// Words around a find, with those that were searched for marked.
import type { SearchHit } from '#shared/schemas/search-hit'
import { shortenLead } from './shorten-lead'

interface SnippetProps extends Pick<SearchHit, 'snippet'> {
  /** There is room for all of it. */
  readonly whole?: boolean
}

export function Snippet({ snippet, whole = false }: SnippetProps) {
  return (whole ? snippet : shortenLead(snippet)).map(({ text, found }, index) =>
    found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a snippet never changes.
      <mark key={index} className="rounded-sm bg-accent-wash font-medium text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
