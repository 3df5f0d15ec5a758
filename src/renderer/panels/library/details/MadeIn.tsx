// Where an item was made: the drawing or the chat, and the way there.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { openInPanel } from '../actions/item-verbs'

export function MadeIn({ item }: { item: LibraryItem }) {
  const { data: conversations } = useQuery(queries.conversations.list.queryOptions())
  const { kind, conversationId } = item
  if (conversationId === null || !conversations) return null
  const found = conversations.find(({ id }) => id === conversationId)
  const name = found?.kind === 'images' ? 'Drawing' : 'Chat'
  if (kind === 'conversation') {
    return found ? <Line name="Kind">{name}</Line> : null
  }
  return (
    <Line name="Made in">
      {found ? (
        <button
          type="button"
          className="line-clamp-2 rounded-sm text-left text-accent hover:underline"
          onClick={() => tellOutcome(openInPanel(item))}
        >
          {name}: {found.title}
        </button>
      ) : (
        <span className="text-faint">A conversation that was deleted</span>
      )}
    </Line>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-faint">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
