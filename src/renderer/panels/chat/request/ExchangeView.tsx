// The exchange of an answer: request and response, with their times at the gateway.
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
import { formatBytes, formatDuration, formatMoment } from '../../../components/format'
import { findJsonError } from '../../../components/json-error'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
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
        <Notice tone="danger" title="Couldn’t load the request log">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (exchangeId === null || data === null) {
    return (
      <EmptyState icon={Network} title="Not logged">
        <p>{describeMissingExchange(turn)}</p>
      </EmptyState>
    )
  }
  if (!data) {
    return <Skeleton label="Loading request log…" widths={['72%', '56%', '90%', '84%']} className="p-5" />
  }
  return <StoredExchange exchange={data} />
}

function StoredExchange({ exchange }: { exchange: Exchange }) {
  return (
    <section
      aria-label="Request log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
    >
      <ExchangeSummary exchange={exchange} />
      <StreamTimeline exchange={exchange} />
      <Message
        name="Request"
        headers={exchange.requestHeaders}
        body={exchange.requestBody}
        bytes={exchange.requestBytes}
      />
      <Message
        name="Response"
        headers={exchange.responseHeaders}
        body={exchange.responseBody}
        bytes={exchange.responseBytes}
      />
      <p className="text-faint text-sm">
        Keys are never logged. For images, audio, and video, only the size is logged.
      </p>
    </section>
  )
}

const tones = { completed: 'quiet', failed: 'danger', cancelled: 'warn' } as const

/** The URL, outcome and timing of an exchange. */
function ExchangeSummary({ exchange }: { exchange: Exchange }) {
  const { method, path, status, outcome, error } = exchange
  return (
    <div className="flex flex-col gap-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="selectable min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          {method} {path}
        </span>
        <Badge tone={tones[outcome]}>{`${status} ${outcome === 'cancelled' ? 'canceled' : outcome}`}</Badge>
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

interface MessageProps {
  readonly name: 'Request' | 'Response'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Size of the whole body on the wire. */
  readonly bytes: number
}

/** In characters; the log truncates longer bodies. */
const maxBodyLength = 262_144

function Message({ name, headers, body, bytes }: MessageProps) {
  const entries = Object.entries(headers)
  const text = useMemo(() => indentJson(body), [body])
  // In a stream or a truncated document, the editor would mark syntax errors.
  const isJson = useMemo(() => text !== '' && findJsonError(text) === null, [text])
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="border-line border-b pb-1 font-semibold">{name}</h3>
      <div className="flex flex-col gap-1">
        <h4 className="flex h-6 items-center font-medium text-soft text-sm">{name} headers</h4>
        {entries.length === 0 ? (
          <p className="text-faint text-sm">None</p>
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
      <div className="flex flex-col gap-1">
        <div className="flex h-6 items-center justify-between gap-2 text-sm">
          <h4 className="font-medium text-soft">{name} body</h4>
          <span className="flex items-center gap-1 text-faint tabular-nums">
            {formatBytes(bytes)}
            {body !== '' && <CopyButton label={`Copy ${name.toLowerCase()} body`} text={text} />}
          </span>
        </div>
        {body === '' ? (
          <p className="text-faint text-sm">Empty</p>
        ) : (
          <CodeEditor
            label={`${name} body`}
            value={text}
            language={isJson ? 'json' : 'text'}
            readOnly
            rows={[1, 18]}
            className="font-mono"
          />
        )}
        {body.length >= maxBodyLength && (
          <p className="text-faint text-sm">Only the first 256 KB of each body is logged.</p>
        )}
      </div>
    </section>
  )
}

const upstreams = { demo: 'Demo', service: 'Custom service', vendor: 'Gemini and OpenAI' } as const

/** Numbers are milliseconds since the request was received. Omits unknown values. */
export function toExchangeFacts({ endpoint, route, upstream, startedAt, times }: Exchange) {
  const facts = [
    { name: 'Endpoint', value: endpoint ?? route },
    { name: 'Provider', value: upstreams[upstream] },
    { name: 'Time', value: formatMoment(startedAt) },
    { name: 'Sent to provider', value: times.sentUpstream },
    { name: 'Headers received', value: times.upstreamHeaders },
    { name: 'First byte', value: times.firstByte },
    { name: 'Total', value: times.total },
  ]
  return facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

export function describeMissingExchange(turn: Pick<Turn, 'state' | 'edited' | 'exchangeId'>): string {
  if (turn.edited) return 'You wrote this response, so no request was sent.'
  if (turn.state === 'running') return 'The request is still running. It’s logged when it finishes.'
  if (turn.exchangeId === null) return 'Not logged: the gateway never responded to this request.'
  return 'No longer in the log. Only the most recent requests are stored.'
}
