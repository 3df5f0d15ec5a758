// The test of an upstream: the button that starts and cancels it, the last result, and the models the upstream knows.
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import type { CheckedPart, UpstreamReport } from '#shared/schemas/upstream'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Disclosure } from '../../../components/Disclosure'
import { formatDuration } from '../../../components/format'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { useNow } from '../../../components/use-now'
import {
  type CheckDescription,
  checkUpstream,
  describePart,
  partNames,
  toCheckKey,
  toFinished,
  useUpstreamChecks,
} from '../../../connection/upstream-checks'
import { openSettings } from '../../../state/settings-view'

interface CheckBarProps {
  readonly upstream: string
  /** As it follows “Test” in the button’s label. */
  readonly name: string
  readonly settings: Settings
}

export function CheckBar({ upstream, name, settings }: CheckBarProps) {
  const check = useUpstreamChecks(({ checks }) => checks[upstream])
  const running = check?.state === 'running' ? check : null
  const toggle = () => (running ? running.cancel() : void checkUpstream(upstream, settings))
  const cancelByKey = running ? onEscape(running.cancel) : undefined
  // A single button, so that it keeps the keyboard focus.
  return (
    <span className="flex shrink-0 items-center gap-2">
      {running && <Elapsed since={running.startedAt} />}
      <Button
        size="small"
        aria-label={running ? `Cancel testing ${name}` : `Test ${name}`}
        onClick={toggle}
        onKeyDown={cancelByKey}
      >
        {running ? 'Cancel' : 'Test'}
      </Button>
    </span>
  )
}

export function Elapsed({ since }: { since: number }) {
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return <span className="animate-breathe text-soft text-sm tabular-nums">Testing… {seconds} s</span>
}

export function CheckResult({ upstream, settings }: { upstream: string; settings: Settings }) {
  const isRunning = useUpstreamChecks(({ checks }) => checks[upstream]?.state === 'running')
  const check = useUpstreamChecks(({ checks }) => toFinished(checks[upstream]))
  const keyChanges = useUpstreamChecks((state) => state.keyChanges)
  if (!check) return null
  if (check.state === 'failed')
    return <Notice tone="danger" title={`Couldn’t run the test: ${check.message}`} />
  const isStale = check.key !== toCheckKey(upstream, settings, keyChanges)
  return (
    <section
      aria-label="Test results"
      aria-busy={isRunning}
      // While the next test runs, the last result stays, so that nothing below it jumps.
      className="flex animate-appear flex-col rounded-lg border border-line bg-sunken transition-opacity aria-busy:opacity-50"
    >
      {isStale && (
        <p className="flex items-center gap-2 border-line border-b px-3 py-1.5 text-sm text-warn">
          <Badge tone="warn">Outdated</Badge>
          Tested before the last change.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {check.report.parts.map((part) => (
          <li key={part.part}>
            <PartLine part={part} />
          </li>
        ))}
      </ul>
      {check.report.models.some(({ known }) => known !== null) && (
        <KnownModels models={check.report.models} hasAliases={upstream === 'vendor'} />
      )}
    </section>
  )
}

const marks: Readonly<
  Record<CheckDescription['mark'], { icon: LucideIcon; className: string; name: string }>
> = {
  ok: { icon: CircleCheck, className: 'text-ok', name: 'Passed' },
  warn: { icon: TriangleAlert, className: 'text-warn', name: 'Warning' },
  bad: { icon: CircleX, className: 'text-danger', name: 'Failed' },
}

function PartLine({ part: checked }: { part: CheckedPart }) {
  const { part, verdict, milliseconds, detail, request } = checked
  const { mark, finding, advice, isNetwork } = describePart(checked)
  const wasNotSent = verdict === 'no-key' || (verdict === 'key' && milliseconds === null)
  const { icon: Icon, className, name } = marks[mark]
  return (
    <div className="flex gap-2 px-3 py-2">
      <Icon size={16} role="img" aria-label={name} className={`mt-0.5 shrink-0 ${className}`} />
      <div className="selectable flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <p>
            <span className="font-medium">{partNames[part]}</span>
            <span className="text-soft"> · {finding}</span>
          </p>
          {milliseconds !== null && (
            <span className="shrink-0 text-faint text-sm tabular-nums">{formatDuration(milliseconds)}</span>
          )}
        </div>
        {advice && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="min-w-60 flex-1 text-soft text-sm">{advice}</p>
            {isNetwork && (
              <Button size="small" onClick={() => openSettings('network')}>
                Open Network
              </Button>
            )}
          </div>
        )}
        {(detail || request) && !wasNotSent && (
          <Disclosure summary={detail ? 'Response details' : 'Request details'}>
            <div className="flex items-start gap-2 pt-1">
              <div className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
                {request && <p className="text-faint">{request}</p>}
                {detail && <p className="whitespace-pre-wrap">{detail}</p>}
              </div>
              {detail && <CopyButton label="Copy response" text={detail} />}
            </div>
          </Disclosure>
        )}
      </div>
    </div>
  )
}

type Model = UpstreamReport['models'][number]

interface KnownModelsProps {
  readonly models: readonly Model[]
  /** The ids that it is sent can be edited. */
  readonly hasAliases: boolean
}

/** Catalog models and whether the upstream lists them; missing ones first. */
function KnownModels({ models, hasAliases }: KnownModelsProps) {
  const unknown = models.filter(({ known }) => known === false)
  const others = models.filter(({ known }) => known !== false)
  return (
    <div className="flex flex-col gap-1 border-line border-t px-3 py-2">
      <p className="text-sm">
        <span className="font-medium">Models</span>
        <span className="text-soft"> · {describeCount(models)}</span>
      </p>
      {unknown.length > 0 && (
        <ul aria-label="Models not found" className="flex flex-col">
          {unknown.map((model) => (
            <li key={model.id} className="flex min-h-7 items-center justify-between gap-3 text-sm">
              <Names model={model} />
              {hasAliases ? (
                <Button
                  size="small"
                  aria-label={`Edit provider ID: ${model.id}`}
                  onClick={() => openSettings('models', { editedAlias: model.id })}
                >
                  Edit ID
                </Button>
              ) : (
                <span className="shrink-0 text-faint">Not found</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Disclosure summary={unknown.length > 0 ? 'Other models' : 'Show models'}>
          <ul className="flex flex-col pt-1 pl-5">
            {others.map((model) => (
              <li key={model.id} className="flex min-h-6 items-center justify-between gap-3 text-sm">
                <Names model={model} />
                <span className="shrink-0 text-faint">{model.known ? 'Available' : 'Not checked'}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Names({ model: { id, upstreamId } }: { model: Model }) {
  return (
    <span className="selectable min-w-0 font-mono [overflow-wrap:anywhere]">
      {id}
      {upstreamId !== id && <span className="text-faint"> → {upstreamId}</span>}
    </span>
  )
}

function describeCount(models: readonly Model[]): string {
  const known = models.filter((model) => model.known).length
  const unknown = models.filter((model) => model.known === false).length
  const unchecked = models.length - known - unknown
  const summary =
    known === models.length ? `all ${known} available` : `${known} of ${models.length} available`
  return unchecked > 0 ? `${summary}, ${unchecked} not checked` : summary
}
