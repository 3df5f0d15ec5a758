// On every tab: whether the gateway listens, its URL, the local key, and the provider with its last result.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { toUpstreamId } from '#shared/schemas/upstream'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { CopyButton } from '../../components/CopyButton'
import { formatTime } from '../../components/format'
import { joinClasses } from '../../components/join-classes'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
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
import { openSettings } from '../../state/settings-view'

export function GatewayHeader({ status }: { status: ApplicationStatus | undefined }) {
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
