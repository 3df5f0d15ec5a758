// Caches query results until the application reports a change.
import { QueryClient } from '@tanstack/react-query'

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
