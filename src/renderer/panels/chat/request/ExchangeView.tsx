// The exchange behind an answer: request and response, and when they passed through the gateway.
import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { Exchange } from '#shared/schemas/exchange'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Badge } from '../../../components/Badge'
import { CodeEditor } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { EmptyState } from '../../../components/EmptyState'
import { formatBytes, formatDuration } from '../../../components/format'
import { findJsonMistake } from '../../../components/json-mistake'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { describeMissingExchange, toExchangeFacts } from './exchange-facts'
import { indentJson } from './indent-json'
import { StreamTimeline } from './StreamTimeline'

/** While the request is running. */
const pollIntervalMs = 1000

export function ExchangeView({ turn }: { turn: Turn }) {
  const { exchangeId } = turn
  const { data, error } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id: exchangeId ?? '' } }),
    enabled: exchangeId !== null,
    // A stored exchange never changes.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (turn.state === 'running' && !state.data ? pollIntervalMs : false),
  })
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="The exchange cannot be read.">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (exchangeId === null || data === null) {
    return (
      <EmptyState icon={Network} title="No exchange">
        <p>{describeMissingExchange(turn)}</p>
      </EmptyState>
    )
  }
  if (!data) {
    return <Skeleton label="Loading the exchange" widths={['72%', '56%', '90%', '84%']} className="p-5" />
  }
  return <StoredExchange exchange={data} />
}

function StoredExchange({ exchange }: { exchange: Exchange }) {
  const { requestHeaders, requestBody, requestBytes } = exchange
  const { responseHeaders, responseBody, responseBytes } = exchange
  return (
    <section
      aria-label="Exchange"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
    >
      <ExchangeSummary exchange={exchange} />
      <StreamTimeline exchange={exchange} />
      <Direction name="Request">
        <ExchangeHeaders name="Request headers" headers={requestHeaders} />
        <ExchangeBody name="Request body" text={requestBody} bytes={requestBytes} />
      </Direction>
      <Direction name="Response">
        <ExchangeHeaders name="Response headers" headers={responseHeaders} />
        <ExchangeBody name="Response body" text={responseBody} bytes={responseBytes} />
      </Direction>
      <p className="text-faint text-sm">
        Keys are never written into the log; of pictures, sound and film it keeps the length.
      </p>
    </section>
  )
}

function Direction({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="border-line border-b pb-1 font-semibold">{name}</h3>
      {children}
    </section>
  )
}

const tones = { completed: 'quiet', failed: 'danger', cancelled: 'warn' } as const

/** Where an exchange went, its outcome, and how long each step took. */
function ExchangeSummary({ exchange }: { exchange: Exchange }) {
  const { method, path, status, outcome, error } = exchange
  return (
    <div className="flex flex-col gap-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="selectable min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          {method} {path}
        </span>
        <Badge tone={tones[outcome]}>{`${status} ${outcome}`}</Badge>
      </p>
      {error && <p className="selectable text-danger [overflow-wrap:anywhere]">{error}</p>}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {toExchangeFacts(exchange).map(({ name, value }) => (
          <div key={name} className="flex gap-1.5 whitespace-nowrap">
            <dt className="text-faint">{name}</dt>
            <dd className="selectable tabular-nums">
              {typeof value === 'number' ? formatDuration(value) : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface ExchangeHeadersProps {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

function ExchangeHeaders({ name, headers }: ExchangeHeadersProps) {
  const entries = Object.entries(headers)
  return (
    <div className="flex flex-col gap-1">
      <h4 className="flex h-6 items-center font-medium text-soft text-sm">{name}</h4>
      {entries.length === 0 ? (
        <p className="text-faint text-sm">None.</p>
      ) : (
        <dl className="selectable grid grid-cols-[max-content_1fr] gap-x-3 font-mono text-xs">
          {entries.map(([header, value]) => (
            <div key={header} className="contents">
              <dt className="text-faint">{header}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

interface ExchangeBodyProps {
  readonly name: string
  readonly text: string
  /** Of the whole body on the wire. */
  readonly bytes: number
}

/** In characters; the log truncates longer bodies. */
const maxBodyLength = 262_144

/** A body as logged, indented if it is JSON. */
function ExchangeBody({ name, text, bytes }: ExchangeBodyProps) {
  const shown = useMemo(() => indentJson(text), [text])
  // In a stream or a truncated document the editor would mark syntax errors.
  const isJson = useMemo(() => text !== '' && findJsonMistake(shown) === null, [text, shown])
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between gap-2 text-sm">
        <h4 className="font-medium text-soft">{name}</h4>
        <span className="flex items-center gap-1 text-faint tabular-nums">
          {formatBytes(bytes)}
          {text !== '' && <CopyButton label={`Copy ${name.toLowerCase()}`} text={shown} />}
        </span>
      </div>
      {text === '' ? (
        <p className="text-faint text-sm">Empty.</p>
      ) : (
        <CodeEditor
          label={name}
          value={shown}
          language={isJson ? 'json' : 'text'}
          readOnly
          rows={[1, 18]}
          className="font-mono"
        />
      )}
      {text.length >= maxBodyLength && (
        <p className="text-faint text-sm">The log keeps the first 256 kB of a body: the rest is left out.</p>
      )}
    </div>
  )
}
