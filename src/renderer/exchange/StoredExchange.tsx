// A request and its response as the log has them, with their times at the gateway.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listProfiles } from '#shared/models/profiles'
import type { Exchange } from '#shared/schemas/exchange'
import { queries } from '../api/desktop'
import { Badge } from '../components/Badge'
import { CodeEditor } from '../components/CodeEditor'
import { Disclosure } from '../components/Disclosure'
import { formatBytes, formatDuration, formatPlural } from '../components/format'
import { listFacts } from './describe-exchange'
import { ExchangeActions } from './ExchangeActions'
import { MessageBody } from './MessageBody'
import type { OpenSent } from './ReplayDialog'
import { StreamTimeline } from './StreamTimeline'
import { TimingBar } from './TimingBar'

interface StoredExchangeProps {
  readonly exchange: Exchange
  /** Opens a request that was sent from here; without it, a toast offers the Gateway panel. */
  readonly onSent?: OpenSent | undefined
}

export function StoredExchange({ exchange, onSent }: StoredExchangeProps) {
  return (
    <section
      aria-label="Request log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
    >
      <ExchangeSummary exchange={exchange} />
      <ExchangeActions key={exchange.id} exchange={exchange} onSent={onSent} />
      <TimingBar times={exchange.times} />
      <StreamTimeline exchange={exchange} />
      <EventList exchange={exchange} />
      <Message
        name="Request"
        headers={exchange.requestHeaders}
        body={exchange.requestBody}
        bytes={exchange.requestBytes}
        isLogged={exchange.hasBodies}
      />
      <Message
        name="Response"
        headers={exchange.responseHeaders}
        body={exchange.responseBody}
        bytes={exchange.responseBytes}
        isLogged={exchange.hasBodies}
      />
      <p className="text-faint text-sm">
        Keys are never logged. Media are stored as files, up to 32 MB for each request.
      </p>
    </section>
  )
}

const tones = { completed: 'quiet', failed: 'danger', rejected: 'danger', cancelled: 'warn' } as const

const outcomeNames = {
  completed: 'completed',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'canceled',
} as const

/** The URL, outcome and timing of an exchange. */
function ExchangeSummary({ exchange }: { exchange: Exchange }) {
  const { method, path, query, status, outcome, error } = exchange
  const explanation = explainError(exchange)
  const { data: profiles } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  const facts = listFacts(exchange, profiles).filter(({ value }) => value !== null)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="selectable min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          {method} {path}
          {query && `?${query}`}
        </span>
        <Badge tone={tones[outcome]}>{`${status} ${outcomeNames[outcome]}`}</Badge>
      </p>
      {error && <p className="selectable text-danger [overflow-wrap:anywhere]">{error}</p>}
      {explanation && <p className="text-soft">{explanation}</p>}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex gap-1.5 whitespace-nowrap">
            <dt className="text-faint">{name}</dt>
            <dd className="selectable tabular-nums">{value}</dd>
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
  /** False if the settings exclude bodies from the log. */
  readonly isLogged: boolean
}

function Message({ name, headers, body, bytes, isLogged }: MessageProps) {
  const entries = Object.entries(headers)
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
      <MessageBody name={name} body={body} bytes={bytes} isLogged={isLogged} />
    </section>
  )
}

function EventList({ exchange }: { exchange: Exchange }) {
  const lines = useMemo(() => toEventLines(exchange), [exchange])
  if (lines.length === 0) return null
  return (
    <Disclosure summary={formatPlural(lines.length, 'event')}>
      <CodeEditor
        label="Events"
        value={lines.join('\n')}
        language="text"
        readOnly
        rows={[1, 18]}
        className="font-mono"
      />
    </Disclosure>
  )
}

/** Each with its time, the gap before it and its length; with its text if the log has one for each event. */
export function toEventLines({
  timeline,
  responseBody,
}: Pick<Exchange, 'timeline' | 'responseBody'>): string[] {
  if (timeline.length === 0) return []
  const texts = responseBody.split('\n')
  const hasTexts = texts.every((text) => /^[[{]/.test(text)) || texts.length === timeline.length
  const times = timeline.map(([at]) => formatDuration(at))
  const width = Math.max(...times.map(({ length }) => length))
  return timeline.map(([at, bytes], index) => {
    const gap = formatDuration(at - (timeline[index - 1]?.[0] ?? 0))
    const text = hasTexts ? `  ${texts[index] ?? ''}` : ''
    return `${times[index]?.padStart(width)}  +${gap}  ${formatBytes(bytes)}${text}`.trimEnd()
  })
}

/** Returns null for a success, and if the gateway's own message says it all. */
export function explainError({
  errorClass,
  outcome,
  status,
  times,
}: Pick<Exchange, 'errorClass' | 'outcome' | 'status' | 'times'>): string | null {
  if (errorClass === null) return null
  if (outcome === 'rejected')
    return 'The gateway rejected the request before it was sent. Check the address and the local key of the client.'
  const hasResponse = times.upstreamHeaders !== null
  if (errorClass === 'connection' && hasResponse)
    return 'The provider is overloaded or unavailable. Wait a moment, then replay the request.'
  if (errorClass === 'invalid' && !hasResponse && !invalidReasons.has(status)) return null
  if (errorClass === 'invalid') return invalidReasons.get(status) ?? reasons.invalid
  return reasons[errorClass]
}

const invalidReasons: ReadonlyMap<number, string> = new Map([
  [404, 'The model, file, or path doesn’t exist. Check its spelling, or select another model.'],
  [413, 'The request is too large. Send less text, or smaller files.'],
  [415, 'The content type isn’t supported. Send JSON with the header “content-type: application/json”.'],
])

const reasons: Readonly<Record<NonNullable<Exchange['errorClass']>, string>> = {
  auth: 'The provider didn’t accept the API key. Check it in Settings > Provider.',
  'rate-limit': 'The provider’s rate limit or quota is reached. Wait a moment, then replay the request.',
  invalid: 'The request isn’t valid for this model. Change what the message names, then send it again.',
  timeout: 'The provider took too long to respond. Replay the request, or raise the timeouts in Settings.',
  connection: 'The provider wasn’t reached. Check the base URL, the network, and the proxy.',
  server: 'The provider failed. Replay the request later.',
  stream: 'The response failed after it had started. The part that was received is below.',
  cancelled: 'The client disconnected, or the request was stopped.',
}
