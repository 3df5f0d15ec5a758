// The newest request that a script has sent, for the page that helps to connect one.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ExchangeSummary, windowClient } from '#shared/schemas/exchange'
import { desktop } from '../../../api/desktop'
import { followFeed } from '../../../api/follow-feed'
import { queryClient } from '../../../api/query-client'

/** Requests of the window itself may lie between those of scripts. */
const maxExchanges = 200

interface SentKey {
  /** Name of the key; null for the local key. */
  readonly keyName: string | null
  /** Names of all named keys. */
  readonly names: readonly string[]
}

/** Undefined until it is known; null if no script has sent a request with this key lately. */
export function useScriptRequest({ keyName, names }: SentKey): ExchangeSummary | null | undefined {
  // Not an array, so that only other names start another subscription.
  const text = JSON.stringify({ keyName, names: keyName === null ? names : [] })
  const { data } = useQuery({
    queryKey: toQueryKey(text),
    queryFn: async () => {
      const { live, rows } = await desktop.exchanges.list({ limit: maxExchanges })
      return findScriptRequest([...live, ...rows], JSON.parse(text))
    },
  })
  useEffect(() => watchRequests(text), [text])
  return data
}

const toQueryKey = (text: string) => ['newest request of a script', text]

/** Milliseconds. */
const intervalMs = 250

/** Returns an unsubscribe function. */
function watchRequests(text: string): () => void {
  const queryKey = toQueryKey(text)
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return followFeed({
    open: (signal) => desktop.exchanges.watch(undefined, { signal }),
    intervalMs,
    onOpen: reload,
    onItem: ({ changed, isIncomplete }) => {
      queryClient.setQueryData<ExchangeSummary | null>(queryKey, (current) =>
        findScriptRequest(current ? [...changed, current] : changed, JSON.parse(text)),
      )
      if (isIncomplete) reload()
    },
  })
}

/**
 * The newest request of a script with this key, or of one that was rejected; of several states of one request, the first.
 * A named key is the client of its requests. Those with the local key have their User-Agent.
 */
export function findScriptRequest(
  exchanges: readonly ExchangeSummary[],
  { keyName, names }: SentKey,
): ExchangeSummary | null {
  const scripts = exchanges.filter(({ client, outcome }) => {
    if (client === windowClient) return false
    if (outcome === 'rejected') return true
    return keyName === null ? client === null || !names.includes(client) : client === keyName
  })
  return scripts.reduce<ExchangeSummary | null>(
    (newest, one) => (newest && newest.startedAt >= one.startedAt ? newest : one),
    null,
  )
}

export interface ConnectionState {
  readonly tone: 'waiting' | 'connected' | 'failed' | 'rejected'
  readonly title: string
  readonly detail: string
}

/** `since`: milliseconds since the epoch. Earlier requests don't count. */
export function describeConnection(
  request: ExchangeSummary | null | undefined,
  since: number,
): ConnectionState {
  if (!request || request.startedAt < since)
    return {
      tone: 'waiting',
      title: 'Waiting for your first request…',
      detail: request
        ? `The last request was earlier: ${nameRequest(request)}.`
        : 'Paste the lines into a terminal or file, and run them. The request appears here.',
    }
  if (request.outcome === 'rejected')
    return {
      tone: 'rejected',
      title: 'Request rejected',
      detail: [`${nameRequest(request)}.`, request.error].filter(Boolean).join(' '),
    }
  const isFailed = request.outcome === 'failed'
  return {
    tone: isFailed ? 'failed' : 'connected',
    title: isFailed ? 'Request received, but it failed' : 'Request received',
    detail: [nameRequest(request), request.status ?? 'in progress', request.error]
      .filter(Boolean)
      .join(' · '),
  }
}

function nameRequest({ method, path, client }: ExchangeSummary): string {
  return `${method} ${path}${client ? ` from ${client}` : ''}`
}
