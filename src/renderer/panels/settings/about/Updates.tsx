// Updates: when the feed is checked, and the state of the update.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import type { AvailableUpdate, UpdatePhase, UpdateSettings, UpdateState } from '#shared/schemas/updates'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { formatBytes, formatMoment } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { Switch } from '../../../components/Switch'
import { useUpdateSettings } from '../settings-form'

export function Updates({ state, settings }: { state: UpdateState; settings: UpdateSettings }) {
  const { update, failure } = useUpdateSettings()
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-soft text-sm">Updates</h3>
      <Status state={state} />
      <Switch
        label="Check for updates"
        hint="After each start and once a day. Downloads only if you choose so, and never installs on its own."
        checked={settings.isAutomatic}
        onChange={(isAutomatic) => update({ updates: { isAutomatic } })}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </div>
  )
}

type Call = 'check' | 'download' | 'install'

function Status({ state }: { state: UpdateState }) {
  const { phase, checkedAt } = state
  return (
    <div className="flex flex-col gap-2">
      <span role="status" className="sr-only">
        {describeUpdate(phase)}
      </span>
      <PhaseView state={state} />
      {phase.type !== 'downloading' && phase.type !== 'downloaded' && (
        <div className="flex flex-wrap items-center gap-3">
          <CallButton call="check" disabled={phase.type === 'checking'}>
            {phase.type === 'checking' ? 'Checking…' : 'Check now'}
          </CallButton>
          <p className="text-faint text-sm">
            {checkedAt === null ? 'Not checked since the start' : `Last check: ${formatMoment(checkedAt)}`}
          </p>
        </div>
      )}
    </div>
  )
}

interface CallButtonProps {
  readonly call: Call
  readonly disabled?: boolean
  readonly variant?: 'primary'
  readonly children: ReactNode
}

function CallButton({ call, disabled = false, variant, children }: CallButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => desktop.updates[call](),
    onError: (error) => toast.error(describeError(error)),
  })
  return (
    <Button
      size={call === 'check' ? 'usual' : 'small'}
      variant={variant ?? 'plain'}
      disabled={disabled || isPending}
      onClick={() => mutate()}
    >
      {children}
    </Button>
  )
}

function PhaseView({ state: { phase, blocker } }: { state: UpdateState }) {
  switch (phase.type) {
    case 'idle':
    case 'checking':
      return null
    case 'current':
      return (
        <Notice tone="quiet" title={describeUpdate(phase)}>
          {`The feed’s latest version is ${phase.latest}.`}
        </Notice>
      )
    case 'available':
      return <Available update={phase.update} />
    case 'downloading':
      return <Downloading phase={phase} />
    case 'downloaded':
      return <Downloaded update={phase.update} blocker={blocker} />
    case 'failed':
      return (
        <Notice
          tone="danger"
          title={describeUpdate(phase)}
          actions={phase.update && <CallButton call="download">Retry</CallButton>}
        >
          {phase.message}
        </Notice>
      )
  }
}

function Available({ update }: { update: AvailableUpdate }) {
  const { data: build } = useQuery(queries.application.build.queryOptions())
  const canReplaceItself = build?.packageType === 'deb' || build?.packageType === 'AppImage'
  return (
    <WithNotes update={update}>
      <Notice
        tone="quiet"
        title={describeUpdate({ type: 'available', update })}
        actions={
          canReplaceItself && (
            <CallButton call="download" variant="primary">
              Download{update.size === null ? '' : ` (${formatBytes(update.size)})`}
            </CallButton>
          )
        }
      >
        {build &&
          !canReplaceItself &&
          'This copy can’t replace itself. Get the new version where you got this one, and install it.'}
      </Notice>
    </WithNotes>
  )
}

/** Plain text, because a feed may contain any HTML. */
function WithNotes({ update: { notes }, children }: { update: AvailableUpdate; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      {children}
      {notes !== null && (
        <Disclosure summary="What’s new">
          <p className="selectable whitespace-pre-wrap py-1 pl-5 text-soft text-sm">{notes}</p>
        </Disclosure>
      )}
    </div>
  )
}

function Downloading({ phase }: { phase: Extract<UpdatePhase, { type: 'downloading' }> }) {
  const { bytes, totalBytes } = phase
  const percent = totalBytes > 0 ? Math.min(100, Math.floor((bytes / totalBytes) * 100)) : 0
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1">{describeUpdate(phase)}</p>
        <Button size="small" onClick={() => desktop.updates.cancelDownload()}>
          Cancel download
        </Button>
      </div>
      <ProgressBar label="Downloading update" percent={percent} className="h-1.5" />
      <p className="text-faint text-sm tabular-nums">
        {totalBytes > 0 ? `${formatBytes(bytes)} of ${formatBytes(totalBytes)}` : formatBytes(bytes)}
      </p>
    </div>
  )
}

function Downloaded({ update, blocker }: { update: AvailableUpdate; blocker: string | null }) {
  const { data: build } = useQuery(queries.application.build.queryOptions())
  return (
    <WithNotes update={update}>
      <Notice
        tone="quiet"
        title={describeUpdate({ type: 'downloaded', update })}
        actions={
          <CallButton call="install" disabled={blocker !== null} variant="primary">
            Install and restart
          </CallButton>
        }
      >
        {blocker ??
          `The app closes, installs the update, and opens again.${build?.packageType === 'deb' ? ' Your system may ask for your password.' : ''}`}
      </Notice>
    </WithNotes>
  )
}

const failureTitles = {
  check: 'Couldn’t check for updates',
  download: 'Couldn’t download the update',
} as const

/** Empty if there is nothing to report. */
function describeUpdate(phase: UpdatePhase): string {
  switch (phase.type) {
    case 'idle':
      return ''
    case 'checking':
      return 'Checking for updates…'
    case 'current':
      return 'Up to date'
    case 'available':
      return `Version ${phase.update.version} is available`
    case 'downloading':
      return `Downloading version ${phase.update.version}…`
    case 'downloaded':
      return `Version ${phase.update.version} is ready to install`
    case 'failed':
      return failureTitles[phase.action]
  }
}
