// What is known of a drawing that stands among the items: its first picture is shown for it.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import type { LibraryItem } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'

/** Undefined for all else, and for what is in the bin. */
export function useDrawing({ id, kind }: Pick<LibraryItem, 'id' | 'kind'>) {
  const isConversation = kind === 'conversation'
  // The same function from one drawing to the next: it walks through all of them only when they have changed.
  const select = useCallback(
    (conversations: readonly Conversation[]) =>
      (isConversation && conversations.find((conversation) => conversation.id === id)?.drawing) || null,
    [id, isConversation],
  )
  const { data } = useQuery({
    ...queries.conversations.list.queryOptions(),
    enabled: isConversation,
    select,
  })
  return data ?? undefined
}
