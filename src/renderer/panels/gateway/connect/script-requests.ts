// The newest request that a script has sent, for the page that helps to connect one.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import type { ExchangePage } from '#shared/schemas/request-log'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { subscribeWithRetry } from '../../../api/subscribe'
import { mergeChanges } from '../merge-changes'

/** Requests of the window itself may lie between those of scripts. */
const maxExchanges = 200

const queryOptions = queries.exchanges.list.queryOptions({
  input: { limit: maxExchanges },
  select: findScriptRequest,
})

/** Undefined until it is known; null if no script has sent a request lately. */
export function useScriptRequest(): ExchangeSummary | null | undefined {
  const { data } = useQuery(queryOptions)
  useEffect(watchRequests, [])
  return data
}

/** Returns an unsubscribe function. */
function watchRequests(): () => void {
  const { queryKey } = queryOptions
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return subscribeWithRetry({
    open: (signal) => desktop.exchanges.watch(undefined, { signal }),
    onOpen: reload,
    onEvent: ({ changed, isIncomplete }) => {
      queryClient.setQueryData(queryKey, (page) => page && mergeChanges(page, changed, maxExchanges))
      if (isIncomplete) reload()
    },
  })
}

/** The newest request of another client than the window, in progress or ended. */
export function findScriptRequest({
  live,
  rows,
}: Pick<ExchangePage, 'live' | 'rows'>): ExchangeSummary | null {
  const scripts = [...live, ...rows].filter(({ client }) => client !== 'window')
  return scripts.reduce<ExchangeSummary | null>(
    (newest, one) => (newest && newest.startedAt >= one.startedAt ? newest : one),
    null,
  )
}

export interface ConnectionState {
  readonly tone: 'waiting' | 'connected' | 'rejected'
  readonly title: string
  readonly detail: string
}

/** `since`: when the user opened the page, in milliseconds since the epoch. Earlier requests don't count. */
export function describeConnection(
  request: ExchangeSummary | null | undefined,
  since: number,
): ConnectionState {
  if (!request || request.startedAt < since)
    return {
      tone: 'waiting',
      title: 'Waiting for your first request…',
      detail: request
        ? `The last script request was before you opened this page: ${nameRequest(request)}.`
        : 'Paste the lines into a terminal or file, and run them. The request appears here.',
    }
  if (request.outcome === 'rejected')
    return {
      tone: 'rejected',
      title: 'Request rejected',
      detail: [`${nameRequest(request)}.`, request.error].filter(Boolean).join(' '),
    }
  return {
    tone: 'connected',
    title: 'Request received',
    detail: [nameRequest(request), request.status ?? 'in progress', request.error].filter(Boolean).join(' · '),
  }
}

function nameRequest({ method, path, client }: ExchangeSummary): string {
  return `${method} ${path}${client ? ` from ${client}` : ''}`
}
