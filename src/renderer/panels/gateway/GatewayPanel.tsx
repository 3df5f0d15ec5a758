// The Gateway panel: how to reach the gateway, and the requests that went through it.
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import { toUpstreamId } from '#shared/schemas/upstream'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { CopyButton } from '../../components/CopyButton'
import { formatCount, formatTime } from '../../components/format'
import { joinClasses } from '../../components/join-classes'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Tabs } from '../../components/Tabs'
import { Tooltip } from '../../components/Tooltip'
import { LocalKeyActions, useLocalKey } from '../../connection/LocalKeyActions'
import { RetryPort } from '../../connection/RetryPort'
import {
  checkUpstream,
  describePart,
  partNames,
  toCheckKey,
  toFinished,
  useUpstreamChecks,
} from '../../connection/upstream-checks'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { openSettings } from '../../state/settings-view'
import { ConnectTab } from './connect/ConnectTab'
import { type GatewayTab, setGatewayTab, useGatewayTab } from './gateway-tab'
import { LogTab } from './log/LogTab'
import { noFilters, setFilters } from './log/log-view'
import { openRequest, openSent } from './log/request-log'
import { ReferenceTab } from './reference/ReferenceTab'
import { BudgetNotice } from './usage/Budget'
import { UsageTab } from './usage/UsageTab'

export function GatewayPanel() {
  const { tab } = useGatewayTab()
  const { data: status, error, refetch } = useQuery(queries.application.status.queryOptions())
  const showRequest = (exchange: ExchangeSummary) => {
    openRequest(exchange)
    setGatewayTab('log')
  }
  const showSent = (id: string) => {
    openSent(id)
    setGatewayTab('log')
  }
  const showRejected = () => {
    setFilters({ ...noFilters, outcomes: ['rejected'] })
    setGatewayTab('log')
  }
  return (
    <section aria-label="Gateway" className="flex h-full min-w-0 flex-col bg-canvas">
      <GatewayHeader status={status} />
      {error && (
        <div className="px-4 pt-2">
          <ReadErrorNotice title="Couldn’t load the gateway’s status" error={error} onRetry={refetch} />
        </div>
      )}
      <BudgetNotice />
      <Tabs
        label="Gateway views"
        value={tab}
        // The tabs have no other ids.
        onChange={(id) => setGatewayTab(id as GatewayTab)}
        aside={status && <RejectedRequests counts={status.refusals} onShow={showRejected} />}
        tabs={[
          { id: 'log', name: 'Log', content: <LogTab /> },
          { id: 'usage', name: 'Usage', content: <UsageTab /> },
          {
            id: 'reference',
            name: 'Reference',
            content: <ReferenceTab onShowRequest={showSent} />,
          },
          { id: 'connect', name: 'Connect', content: <ConnectTab onShowRequest={showRequest} /> },
        ]}
      />
    </section>
  )
}

const reasonNames: Readonly<Record<RefusalCounts[number]['last']['reason'], string>> = {
  malformed: 'malformed',
  host: 'wrong host',
  origin: 'origin not allowed',
  path: 'unknown path or method',
  key: 'missing or wrong key',
}

/** Requests rejected without the local key; the list has at most sixty a minute of them. */
function RejectedRequests({ counts, onShow }: { counts: RefusalCounts; onShow: () => void }) {
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  const details = `Last at ${formatTime(last.at)}: ${last.request}\n${last.message}`
  return (
    <Tooltip label={details}>
      <button
        type="button"
        aria-description={details}
        onClick={onShow}
        className="flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1.5 text-soft text-sm hover:bg-hover hover:text-ink"
      >
        <ShieldAlert size={14} aria-hidden="true" className="shrink-0 text-warn" />
        <span className="truncate">Rejected: {reasons.join(' · ')}</span>
      </button>
    </Tooltip>
  )
}

function GatewayHeader({ status }: { status: ApplicationStatus | undefined }) {
  return (
    <>
      <PanelHeader title="Gateway" wraps>
        {status && (
          <>
            <Address gateway={status.gateway} />
            <LocalKey />
            <Provider upstream={status.upstream} />
          </>
        )}
      </PanelHeader>
      {status && <Notices status={status} />}
    </>
  )
}

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={joinClasses('size-1.5 shrink-0 rounded-full', className)} />
}

function Address({ gateway: { url } }: Pick<ApplicationStatus, 'gateway'>) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-soft text-sm">
      <Dot className={url ? 'bg-signal-ok' : 'bg-signal-off'} />
      {url ? (
        <>
          <span className="sr-only">Running at</span>
          <span className="selectable font-mono">{url}</span>
          <CopyButton label="Copy URL" text={url} />
        </>
      ) : (
        'Not running'
      )}
    </span>
  )
}

const maskedLength = 8

function LocalKey() {
  const { key, error } = useLocalKey()
  const [isShown, setIsShown] = useState(false)
  return (
    <section aria-label="Local key" className="flex min-w-0 items-center gap-1 text-sm">
      <span className="shrink-0 text-faint max-[1200px]:sr-only">Local key</span>
      {error ? (
        <span className="truncate text-danger" title={error}>
          Couldn’t load the local key
        </span>
      ) : (
        <>
          <span
            title={isShown ? key : 'Local key'}
            className={joinClasses(
              'selectable min-w-0 max-w-48 truncate px-1 font-mono',
              !isShown && 'max-[860px]:hidden',
            )}
          >
            {isShown ? key : '•'.repeat(maskedLength)}
          </span>
          <LocalKeyActions value={key} isShown={isShown} onToggle={() => setIsShown(!isShown)} />
        </>
      )}
    </section>
  )
}

type Health = ApplicationStatus['upstream']['health']

const healthColors: Readonly<Record<Health['state'], string>> = {
  unknown: 'bg-faint',
  reachable: 'bg-signal-ok',
  failing: 'bg-signal-off',
  'no-key': 'bg-signal-demo',
}

function describeHealth({ state, at }: Health): string {
  const time = at === null ? '' : formatTime(at)
  switch (state) {
    case 'reachable':
      return `Responded at ${time}`
    case 'failing':
      return `Failed at ${time}`
    case 'no-key':
      return 'No API key'
    case 'unknown':
      return 'No request yet'
  }
}

function Provider({ upstream: { kind, label, health } }: Pick<ApplicationStatus, 'upstream'>) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const id = settings ? toUpstreamId(settings.upstream) : ''
  const check = useUpstreamChecks(({ checks }) => checks[id])
  const keyChanges = useUpstreamChecks((state) => state.keyChanges)
  const running = check?.state === 'running' ? check : null
  const finished = toFinished(check)
  const isPresent = settings && finished?.key === toCheckKey(id, settings, keyChanges)
  const result = isPresent ? describeCheck(finished) : null
  const name = kind === 'demo' ? 'Demo' : label
  const isFailing = result ? result.isFailed : health.state === 'failing'
  return (
    <section aria-label="Provider" className="flex min-w-0 items-center gap-1.5 text-sm">
      <Dot className={isFailing ? 'bg-signal-off' : healthColors[health.state]} />
      <button
        type="button"
        title={[name, result?.details ?? health.error].filter(Boolean).join('\n')}
        onClick={() => openSettings('upstream')}
        className="min-w-0 truncate rounded-sm px-0.5 text-soft hover:text-ink"
      >
        {name}
        <span className={joinClasses('pl-1.5', isFailing ? 'text-danger' : 'text-faint')}>
          {running ? 'Testing…' : (result?.text ?? describeHealth(health))}
        </span>
      </button>
      <Button
        size="small"
        disabled={!settings}
        onClick={() => (running ? running.cancel() : settings && void checkUpstream(id, settings))}
      >
        {running ? 'Cancel test' : 'Test'}
      </Button>
    </section>
  )
}

/** The finding of the first part that failed. */
function describeCheck(check: NonNullable<ReturnType<typeof toFinished>>) {
  if (check.state === 'failed') return { text: 'Test failed', details: check.message, isFailed: true }
  const findings = check.report.parts.map((part) => ({
    name: partNames[part.part],
    ...describePart(part),
  }))
  const worst = findings.find(({ mark }) => mark === 'bad') ?? findings.find(({ mark }) => mark === 'warn')
  return {
    text: worst?.finding ?? 'Test passed',
    details: findings.map(({ name, finding, advice }) => `${name}: ${finding}. ${advice}`.trim()).join('\n'),
    isFailed: worst?.mark === 'bad',
  }
}

const chooseAnother = (
  <Button size="small" onClick={() => openSettings('gateway')}>
    Choose another
  </Button>
)

function Notices({ status: { gateway, keys, requestLogNotice } }: { status: ApplicationStatus }) {
  const { url, notice, requestedPort } = gateway
  return (
    <div className="flex flex-col gap-2 px-4 pt-2 empty:hidden">
      {notice && (
        <Notice
          tone="warn"
          title={notice}
          actions={
            <>
              {url && <RetryPort port={requestedPort} />}
              {chooseAnother}
            </>
          }
        />
      )}
      {keys.isLocalKeyUnreadable && (
        <Notice
          tone="warn"
          title="The saved local key can’t be read"
          actions={
            <Button size="small" onClick={() => openSettings('gateway')}>
              Open Settings
            </Button>
          }
        >
          {keys.isSavedLocalKeyAccepted
            ? 'Scripts that use the saved key keep working. The key shown above lasts until you quit.'
            : 'Requests that use the saved key are rejected.'}
        </Notice>
      )}
      {requestLogNotice && (
        <Notice tone="warn" title="Earlier requests aren’t shown">
          {requestLogNotice}
        </Notice>
      )}
    </div>
  )
}
