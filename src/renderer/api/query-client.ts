// Caches query results until the application reports a change.
import { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** `always`: these queries never use a network, so being offline must not pause them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Calls back when a result changes. Returns an unsubscribe function. */
export function subscribeToCache(onChange: () => void): () => void {
  return queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && onChange())
}

/** What `read` returns from the cache; renders again only if that changes. Does not fetch it. */
export function useCached<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribeToCache, read)
}
