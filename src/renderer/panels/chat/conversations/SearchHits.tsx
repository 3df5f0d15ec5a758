// What a search over all conversations has found, by conversation.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SearchHit } from '#shared/schemas/search-hit'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { formatAge } from '../../../components/format'
import { entry } from '../../../components/move-focus'
import { Skeleton } from '../../../components/Skeleton'
import { bestFind } from '../../../components/searched-list-keys'
import { useNow } from '../../../components/use-now'
import { useSettled } from '../../../components/use-settled'
import { openConversation, openTurn } from '../../../state/navigation'
import { describeHits, groupHits } from './group-hits'
import { Snippet } from './Snippet'

/** Milliseconds without a key before a search begins. */
const pause = 120
const mostHits = 100

export function SearchHits({ query }: { query: string }) {
  const settled = useSettled(query, pause)
  const now = useNow(30_000)
  const { data: hits, error } = useQuery({
    ...queries.conversations.search.queryOptions({ input: { query: settled, limit: mostHits } }),
    placeholderData: keepPreviousData,
    // Whatever was said since is to be found, too.
    staleTime: 0,
    gcTime: 30_000,
  })
  const groups = useMemo(() => groupHits(hits ?? []), [hits])
  const [active, setActive] = useState<SearchHit | string | null>(null)
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!hits) return <Skeleton label="Searching" widths={['70%', '88%', '56%']} className="p-2" />
  const [first] = groups
  if (!first) {
    return (
      <p role="status" className="px-2 py-1 text-faint text-sm">
        Nothing holds these words. All of them must stand in one message, or in a title.
      </p>
    )
  }
  const tabbable = active ?? first.conversationId
  const best = first.titleHit ? first.conversationId : first.hits[0]
  const attributes = (key: SearchHit | string) => ({
    ...entry,
    ...(key === best ? bestFind : {}),
    tabIndex: key === tabbable ? 0 : -1,
    onFocus: () => setActive(key),
  })
  return (
    <>
      <p role="status" className="px-2 pb-1 text-faint text-xs">
        {describeHits(groups, hits.length < mostHits)}
      </p>
      <ul aria-label="Finds" className="flex flex-col gap-2">
        {groups.map(({ conversationId, title, titleHit, hits: inTurns }) => (
          <li key={conversationId}>
            <button
              type="button"
              className="line-clamp-2 w-full rounded-md px-2 py-1 text-left font-medium [overflow-wrap:anywhere] hover:bg-hover"
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
                    onClick={() => openTurn(conversationId, hit.turnId ?? '')}
                    {...attributes(hit)}
                  >
                    <span className="flex w-full justify-between text-faint text-xs tabular-nums">
                      <span>{hit.role === 'user' ? 'You' : 'Answer'}</span>
                      <span>{formatAge(hit.at, now)}</span>
                    </span>
                    <span className="line-clamp-2 text-soft text-sm [overflow-wrap:anywhere]">
                      <Snippet snippet={hit.snippet} />
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
