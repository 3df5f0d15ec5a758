// The list of all conversations, which is read in pages.
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Conversation } from '#shared/schemas/chat'
import { maxConversations } from '#shared/schemas/fixed-values'
import { desktop, queries } from './desktop'

/** Invalidated together with the pages. */
const queryKey: QueryKey = [...queries.conversations.list.key(), 'all']

export const conversationList = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const byId = new Map<string, Conversation>()
    for (let offset = 0; ; offset += maxConversations) {
      const page = await desktop.conversations.list({ offset }, { signal })
      // A change meanwhile may move one to the next page, and reads the list again.
      for (const conversation of page) byId.set(conversation.id, conversation)
      if (page.length < maxConversations) return [...byId.values()]
    }
  },
})
