// The newest request that a script has sent, for the page that helps to connect one.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { desktop } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { subscribeWithRetry } from '../../../api/subscribe'

/** Requests of the window itself may lie between those of scripts. */
const maxExchanges = 200

const queryKey = ['newest request of a script']

async function readScriptRequest(): Promise<ExchangeSummary | null> {
  const { live, rows } = await desktop.exchanges.list({ limit: maxExchanges })
  return findScriptRequest([...live, ...rows])
}

/** Undefined until it is known; null if no script has sent a request lately. */
export function useScriptRequest(): ExchangeSummary | null | undefined {
  const { data } = useQuery({ queryKey, queryFn: readScriptRequest })
  useEffect(watchRequests, [])
  return data
}

/** Returns an unsubscribe function. */
function watchRequests(): () => void {
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return subscribeWithRetry({
    open: (signal) => desktop.exchanges.watch(undefined, { signal }),
    onOpen: reload,
    onEvent: ({ changed, isIncomplete }) => {
      queryClient.setQueryData<ExchangeSummary | null>(queryKey, (current) =>
        findScriptRequest(current ? [...changed, current] : changed),
      )
      if (isIncomplete) reload()
    },
  })
}

/** The newest request of another client than the window; of several states of one request, the first. */
export function findScriptRequest(exchanges: readonly ExchangeSummary[]): ExchangeSummary | null {
  const scripts = exchanges.filter(({ client }) => client !== 'window')
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
    detail: [nameRequest(request), request.status ?? 'in progress', request.error]
      .filter(Boolean)
      .join(' · '),
  }
}

function nameRequest({ method, path, client }: ExchangeSummary): string {
  return `${method} ${path}${client ? ` from ${client}` : ''}`
}
