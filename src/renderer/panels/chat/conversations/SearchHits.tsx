// Results of a search over all conversations, grouped by conversation.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listSearchTerms } from '#shared/commands/find-text'
import type { SearchHit } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { formatAge, formatPlural } from '../../../components/format'
import { bestMatch, entry } from '../../../components/move-focus'
import { Skeleton } from '../../../components/Skeleton'
import { useDebounced } from '../../../components/use-debounced'
import { useNow } from '../../../components/use-now'
import { openConversation, openTurn } from '../../../state/navigation'
import { closeMarks } from '../markdown/normalize-text'
import { toPlainText } from '../markdown/plain-text'
import { useChatList } from './list-state'

/** Milliseconds without a key press before a search starts. */
const typingDelayMs = 120
const maxHits = 100

export function SearchHits({ query }: { query: string }) {
  const settled = useDebounced(query, typingDelayMs)
  const tags = useChatList((state) => state.tags)
  const now = useNow(30_000)
  const { data: hits, error } = useQuery({
    ...queries.conversations.search.queryOptions({
      input: { query: settled, limit: maxHits, tags: [...tags] },
    }),
    placeholderData: keepPreviousData,
    // Cached results would miss newer messages.
    staleTime: 0,
    gcTime: 30_000,
  })
  const groups = useMemo(() => groupHits(hits ?? []), [hits])
  const [active, setActive] = useState<SearchHit | string | null>(null)
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!hits) return <Skeleton label="Searching…" widths={['70%', '88%', '56%']} className="p-2" />
  const [first] = groups
  if (!first) {
    return (
      <p role="status" className="px-2 py-1 text-faint text-sm">
        No results. All words must appear in the same message or title.
      </p>
    )
  }
  const tabbable = active ?? first.conversationId
  const best = first.titleHit ? first.conversationId : first.hits[0]
  const attributes = (key: SearchHit | string) => ({
    ...entry,
    ...(key === best ? bestMatch : {}),
    tabIndex: key === tabbable ? 0 : -1,
    onFocus: () => setActive(key),
  })
  return (
    <>
      <p role="status" className="px-2 pb-1 text-faint text-xs">
        {describeHits(groups, hits.length < maxHits)}
      </p>
      <ul aria-label="Search results" className="flex flex-col gap-2">
        {groups.map(({ conversationId, title, titleHit, hits: inTurns }) => (
          <li key={conversationId}>
            <button
              type="button"
              dir="auto"
              className="line-clamp-2 w-full rounded-md px-2 py-1 text-start font-medium [overflow-wrap:anywhere] hover:bg-hover"
              title={title}
              onClick={() => openConversation(conversationId)}
              {...attributes(conversationId)}
            >
              {titleHit ? <Snippet snippet={titleHit.snippet} whole /> : title}
            </button>
            <ul>
              {inTurns.map((hit) => (
                <li key={hit.turnId}>
                  <button
                    type="button"
                    className="flex w-full flex-col rounded-md px-2 py-1 text-left hover:bg-hover"
                    onClick={() => openTurn(conversationId, hit.turnId ?? '', listSearchTerms(settled))}
                    {...attributes(hit)}
                  >
                    <span className="flex w-full justify-between text-faint text-xs tabular-nums">
                      <span>{hit.role === 'user' ? 'You' : 'Response'}</span>
                      <span>{formatAge(hit.at, now)}</span>
                    </span>
                    <span
                      dir="auto"
                      className="line-clamp-2 w-full text-start text-soft text-sm [overflow-wrap:anywhere]"
                    >
                      <Snippet snippet={hit.role === 'model' ? toPlainSnippet(hit.snippet) : hit.snippet} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

interface HitGroup {
  readonly conversationId: string
  readonly title: string
  /** The matching title with its matches marked; null if only messages match. */
  readonly titleHit: SearchHit | null
  /** Hits in turns, best first. */
  readonly hits: readonly SearchHit[]
}

/** The conversation with the best hit comes first. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, { title: string; titleHit: SearchHit | null; hits: SearchHit[] }>()
  for (const hit of hits) {
    const group = groups.get(hit.conversationId) ?? { title: hit.title, titleHit: null, hits: [] }
    groups.set(hit.conversationId, group)
    if (hit.turnId === null) group.titleHit ??= hit
    else group.hits.push(hit)
  }
  return [...groups].map(([conversationId, group]) => ({ conversationId, ...group }))
}

function describeHits(groups: readonly HitGroup[], isAll: boolean): string {
  const hitCount = groups.reduce((sum, { hits, titleHit }) => sum + hits.length + (titleHit ? 1 : 0), 0)
  const found = `${isAll || hitCount === 1 ? '' : 'Top '}${formatPlural(hitCount, 'result')}`
  return `${found} in ${formatPlural(groups.length, 'chat')}`
}

interface SnippetProps extends Pick<SearchHit, 'snippet'> {
  /** There is enough space for the whole text. */
  readonly whole?: boolean
}

/** The text around a hit, with the search terms marked. */
function Snippet({ snippet, whole = false }: SnippetProps) {
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

/** Around a match, while its text is read as Markdown. No text has these characters. */
const [matchStart, matchEnd] = ['\uFDD0', '\uFDD1']

/** Without the marks of Markdown, of which those at the end may be cut off. */
export function toPlainSnippet(snippet: SearchHit['snippet']): SearchHit['snippet'] {
  const marked = snippet.map(({ text, found }) => (found ? matchStart + text + matchEnd : text)).join('')
  return toPlainText(closeMarks(marked))
    .split(matchStart)
    .flatMap((piece, index) => {
      const [first = '', rest] = piece.split(matchEnd)
      const text = rest ?? first
      const found = index > 0 && rest !== undefined ? [{ text: first, found: true }] : []
      return text === '' ? found : [...found, { text, found: false }]
    })
}

/** Maximum number of characters before the first match. */
const maxLeadLength = 24

/** Shortens the text before a hit, so that the hit stays visible in a narrow list. */
export function shortenLead(snippet: SearchHit['snippet']): SearchHit['snippet'] {
  const first = snippet.findIndex(({ found }) => found)
  if (first < 1) return snippet
  const lead = snippet
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  if (lead.length <= maxLeadLength) return snippet
  const end = lead.slice(-maxLeadLength)
  // Starts at a word boundary, if there is one.
  const text = `…${end.replace(/^\S*\s+(?=\S)/, '')}`
  return [{ text, found: false }, ...snippet.slice(first)]
}
