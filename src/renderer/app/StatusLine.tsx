// The status line: the gateway's URL, problems, work in progress, the recording, the last latency, and the upstream.
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Download, TriangleAlert } from 'lucide-react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { desktop, queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { useCopied } from '../components/CopyButton'
import { formatClock, formatCount, formatDuration, formatPlural, formatTime } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { useNow } from '../components/use-now'
import { useUnsaved } from '../notices/UnsavedNotice'
import { readElapsed, useRecorder } from '../panels/transcribe/recorder/recorder-state'
import { openPanel } from '../state/navigation'
import { openSettings } from '../state/settings-view'

export function StatusLine() {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  return (
    <footer className="flex h-7 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-frame px-2 text-faint text-xs">
      {status && (
        <>
          <GatewayAddress gateway={status.gateway} />
          <KeyProblem keys={status.keys} />
          <LockedDatabase file={status.lockedDatabase} />
          <span className="ml-auto tabular-nums">{describeWork(status)}</span>
          <UpdateMark />
          <UnsavedMark />
          <RecordingMark />
          {status.lastLatency !== null && (
            <span className="tabular-nums slim:hidden">First byte: {formatDuration(status.lastLatency)}</span>
          )}
          <Provider upstream={status.upstream} />
        </>
      )}
    </footer>
  )
}

/** In the window of a chat: only what keeps its messages from being saved. */
export function ProblemLine() {
  const { data: file = null } = useQuery(
    queries.application.status.queryOptions({ select: (status) => status.lockedDatabase }),
  )
  const unsaved = useUnsaved()
  if (file === null && !unsaved) return null
  return (
    <footer className="flex h-7 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-frame px-2 text-xs">
      <LockedDatabase file={file} />
      <UnsavedMark />
    </footer>
  )
}

const healthNames = {
  unknown: null,
  reachable: null,
  failing: 'Failing',
  'no-key': 'No API key',
} as const

const healthColors = {
  unknown: 'bg-faint',
  reachable: 'bg-signal-ok',
  failing: 'bg-signal-off',
  'no-key': 'bg-signal-demo',
} as const

const textColors: Readonly<Partial<Record<ApplicationStatus['upstream']['health']['state'], string>>> = {
  failing: 'text-danger',
  'no-key': 'text-warn',
}

/** The selected provider and whether it responds; opens its settings. */
function Provider({ upstream }: Pick<ApplicationStatus, 'upstream'>) {
  const { kind, label, health } = upstream
  const { state } = health
  const isDemo = kind === 'demo'
  const color = isDemo && state !== 'failing' ? 'bg-signal-demo' : healthColors[state]
  return (
    <Tooltip label={describeProvider(upstream)} side="top">
      <button
        type="button"
        aria-description={describeProvider(upstream)}
        onClick={() => openSettings('upstream')}
        className={joinClasses(
          'flex h-5 min-w-0 max-w-60 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover',
          textColors[state] ?? 'text-soft hover:text-ink',
        )}
      >
        <span aria-hidden="true" className={joinClasses('size-1.5 shrink-0 rounded-full', color)} />
        <span className="truncate">
          {[isDemo ? 'Demo' : label, healthNames[state]].filter(Boolean).join(' · ')}
        </span>
      </button>
    </Tooltip>
  )
}

/** The state of the provider, and since when. */
export function describeProvider({ kind, label, health }: ApplicationStatus['upstream']): string {
  const { state, at, error } = health
  const name = kind === 'demo' ? 'Built-in demo. No model is called.' : `Provider: ${label}.`
  const time = at === null ? '' : formatTime(at)
  if (state === 'no-key') return `${name} ${error ?? 'No API key is set.'}`
  if (state === 'failing') return `${name} Last request failed at ${time}: ${error ?? 'no details'}`
  return state === 'reachable' ? `${name} Last response at ${time}.` : `${name} No request sent yet.`
}

function LockedDatabase({ file }: { file: string | null }) {
  return (
    <span role="status" className="min-w-0 text-warn">
      {file !== null && (
        <span
          className="flex items-center gap-1"
          title={`Your changes are saved when the other program is done with ${file}`}
        >
          <TriangleAlert size={12} aria-hidden="true" className="shrink-0" />
          <span className="truncate">Another program is using the database. Waiting…</span>
        </span>
      )}
    </span>
  )
}

function GatewayAddress({ gateway }: { gateway: ApplicationStatus['gateway'] }) {
  const [copied, copy] = useCopied()
  const { url, notice } = gateway
  const Icon = copied ? Check : Copy
  return (
    <>
      {url ? (
        <Tooltip label="Copy URL" side="top">
          <button
            type="button"
            onClick={() => copy(url)}
            className="group flex h-5 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
          >
            <span aria-hidden="true" className="size-1.5 rounded-full bg-signal-ok" />
            <span className="font-mono">{url}</span>
            <Icon size={12} aria-hidden="true" />
            <span role="status" className="sr-only">
              {copied ? 'Copied' : ''}
            </span>
          </button>
        </Tooltip>
      ) : (
        <span className="flex items-center gap-1.5 px-1.5">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-signal-off" />
          Gateway not running
        </span>
      )}
      {notice && (
        <span className="flex min-w-0 items-center gap-1 text-warn" title={notice}>
          <TriangleAlert size={12} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{notice}</span>
        </span>
      )}
    </>
  )
}

function KeyProblem({ keys: { problem, isLocalKeyUnreadable } }: Pick<ApplicationStatus, 'keys'>) {
  if (!problem && !isLocalKeyUnreadable) return null
  const states = {
    unreadable: 'can’t be read',
    newer: 'can’t be read',
    damaged: 'damaged',
    restored: 'restored',
  }
  const label = problem ? `Key file ${states[problem.kind]}` : 'Local key can’t be read'
  return (
    <Tooltip label={`${label}. Open Settings.`} side="top">
      <button
        type="button"
        onClick={() => openSettings(problem ? 'upstream' : 'gateway')}
        className="flex h-5 min-w-0 items-center gap-1 rounded-sm px-1.5 text-warn hover:bg-hover"
      >
        <TriangleAlert size={12} aria-hidden="true" className="shrink-0" />
        <span className="truncate">{label}</span>
      </button>
    </Tooltip>
  )
}

/** Empty if nothing is running; `3 running: 2 videos, 1 transcription`. */
function describeWork({ running, jobs }: Pick<ApplicationStatus, 'running' | 'jobs'>): string {
  if (running === 0) return ''
  const kinds = [
    jobs.videos > 0 && formatPlural(jobs.videos, 'video'),
    jobs.transcriptions > 0 && formatPlural(jobs.transcriptions, 'transcription'),
    jobs.embeddings > 0 && formatPlural(jobs.embeddings, 'embedding set', 'embedding sets'),
  ].filter((kind) => kind !== false)
  return [`${formatCount(running)} running`, kinds.join(', ')].filter(Boolean).join(': ')
}

/** An update that the user can download or install. */
function UpdateMark() {
  const { data: phase } = useQuery(queries.updates.read.queryOptions({ select: (state) => state.phase }))
  if (phase?.type !== 'available' && phase?.type !== 'downloaded') return null
  const isReady = phase.type === 'downloaded'
  return (
    <button
      type="button"
      onClick={() => openSettings('about')}
      className="flex h-5 items-center gap-1 rounded-sm px-1.5 text-soft hover:bg-hover hover:text-ink"
    >
      <Download size={12} aria-hidden="true" />
      {`Version ${phase.update.version} ${isReady ? 'ready to install' : 'available'}`}
    </button>
  )
}

/** How much is not saved yet, with a button that retries it. */
function UnsavedMark() {
  const unsaved = useUnsaved()
  if (!unsaved) return null
  const { pending, files, filesProblem } = unsaved
  const count = pending.length + files.length
  return (
    <button
      type="button"
      title={pending[0]?.message ?? filesProblem ?? undefined}
      className="flex h-5 items-center gap-1 rounded-sm px-1.5 text-warn hover:bg-hover"
      onClick={() => toastOutcome(desktop.saves.retry())}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      {`${formatCount(count)} not saved · Retry save`}
    </button>
  )
}

/** Shows in every panel that the microphone is recording, and opens the recorder. */
function RecordingMark() {
  const phase = useRecorder((state) => state.phase)
  if (phase !== 'recording' && phase !== 'paused') return null
  return <RecordingButton isRunning={phase === 'recording'} />
}

function RecordingButton({ isRunning }: { isRunning: boolean }) {
  useNow(1_000)
  return (
    <button
      type="button"
      onClick={() => openPanel('transcribe')}
      className="flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-soft tabular-nums hover:bg-hover hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={`size-1.5 rounded-full ${isRunning ? 'animate-breathe bg-signal-off' : 'bg-faint'}`}
      />
      {isRunning ? 'Recording' : 'Recording paused'} {formatClock(readElapsed() / 1000)}
    </button>
  )
}
