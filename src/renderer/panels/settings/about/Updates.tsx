// Updates: the feed, when it is checked, and the state of the update.
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
import { SavedIndicator } from '../../../components/SavedIndicator'
import { Switch } from '../../../components/Switch'
import { TextField } from '../FormParts'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { describeHowToUpdate, describeUpdate } from './describe-update'

export function Updates({ settings }: { settings: UpdateSettings }) {
  const { update, failure } = useUpdateSettings()
  const { data: state } = useQuery(queries.updates.read.queryOptions())
  const hasFeed = settings.feedUrl !== ''
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-soft text-sm">Updates</h3>
      {state && hasFeed && <Status state={state} />}
      <FeedForm settings={settings} />
      <Switch
        label="Check for updates"
        hint={
          hasFeed
            ? 'After each start and once a day. Downloads only if you choose so, and never installs on its own.'
            : 'Save a feed URL first.'
        }
        disabled={!hasFeed}
        checked={settings.isAutomatic}
        onChange={(isAutomatic) => update({ updates: { ...settings, isAutomatic } })}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </div>
  )
}

function FeedForm({ settings }: { settings: UpdateSettings }) {
  const form = useSettingsForm({
    form: 'update-feed',
    saved: { feedUrl: settings.feedUrl },
    pathOf: () => 'updates.feedUrl',
    toPatch: ({ feedUrl }) => ({
      updates: { feedUrl, isAutomatic: settings.isAutomatic && feedUrl.trim() !== '' },
    }),
  })
  return (
    <form aria-label="Update feed" onSubmit={form.submit} noValidate>
      <TextField
        label="Feed URL"
        hint="The publisher’s folder with the packages and their hashes. It must use HTTPS. Requests use the proxy in Settings > Network."
        placeholder="https://example.com/gen-playground"
        className="font-mono text-sm"
        {...form.field('feedUrl')}
        actions={
          <>
            <Button type="submit" disabled={form.pending || !form.isChanged}>
              Save URL
            </Button>
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

type Call = 'check' | 'download' | 'install'

function useUpdateCall(call: Call) {
  return useMutation({
    mutationFn: () => desktop.updates[call](),
    onError: (error) => toast.error(describeError(error)),
  })
}

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
          <CallButton call="check" busy={phase.type === 'checking'}>
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
  readonly busy?: boolean
  readonly small?: boolean
  readonly primary?: boolean
  readonly children: ReactNode
}

function CallButton({ call, busy = false, small = false, primary = false, children }: CallButtonProps) {
  const { mutate, isPending } = useUpdateCall(call)
  return (
    <Button
      size={small ? 'small' : 'usual'}
      variant={primary ? 'primary' : 'plain'}
      disabled={busy || isPending}
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
          actions={
            phase.update && (
              <CallButton call="download" small>
                Retry
              </CallButton>
            )
          }
        >
          {phase.message}
        </Notice>
      )
  }
}

function Available({ update }: { update: AvailableUpdate }) {
  const { data: build } = useQuery(queries.application.build.queryOptions())
  const instructions = build && describeHowToUpdate(build.packageType)
  return (
    <WithNotes update={update}>
      <Notice
        tone="quiet"
        title={describeUpdate({ type: 'available', update })}
        actions={
          !instructions && (
            <CallButton call="download" small primary>
              Download{update.size === null ? '' : ` (${formatBytes(update.size)})`}
            </CallButton>
          )
        }
      >
        {instructions}
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
          <CallButton call="install" busy={blocker !== null} small primary>
            Install and restart
          </CallButton>
        }
      >
        {blocker ?? describeInstall(build?.packageType === 'deb')}
      </Notice>
    </WithNotes>
  )
}

function describeInstall(isDebian: boolean): string {
  const password = isDebian ? ' Your system may ask for your password.' : ''
  return `Its hash matches the feed’s. The app closes, installs the update, and opens again.${password}`
}
