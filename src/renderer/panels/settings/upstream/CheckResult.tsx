// What the last test of an upstream found: a line a part, and which models it knows.
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import type { CheckedPart } from '#shared/schemas/upstream-report'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Disclosure } from '../../../components/Disclosure'
import { formatDuration } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { openSettings } from '../../../state/settings-view'
import { toCheckBasis } from '../state/check-basis'
import { toFinished, useUpstreamChecks } from '../state/upstream-checks'
import { describeVerdict, partNames, type VerdictWords } from '../state/verdict-words'
import { KnownModels } from './KnownModels'

interface CheckResultProps {
  readonly upstream: string
  readonly settings: Settings
}

export function CheckResult({ upstream, settings }: CheckResultProps) {
  const isRunning = useUpstreamChecks(({ checks }) => checks[upstream]?.state === 'running')
  const check = useUpstreamChecks(({ checks }) => toFinished(checks[upstream]))
  const keyChanges = useUpstreamChecks((state) => state.keyChanges)
  if (!check) return null
  if (check.state === 'failed')
    return <Notice tone="danger" title={`The test could not be made: ${check.message}`} />
  const isStale = check.basis !== toCheckBasis(upstream, settings, keyChanges)
  return (
    <section
      aria-label="Result of the test"
      aria-busy={isRunning}
      // While the next test is under way, the last result holds the place, so that nothing below it jumps.
      className="flex animate-appear flex-col rounded-lg border border-line bg-sunken transition-opacity aria-busy:opacity-50"
    >
      {isStale && (
        <p className="flex items-center gap-2 border-line border-b px-3 py-1.5 text-sm text-warn">
          <Badge tone="warn">Stale</Badge>
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

const marks: Readonly<Record<VerdictWords['mark'], { icon: LucideIcon; look: string; name: string }>> = {
  ok: { icon: CircleCheck, look: 'text-ok', name: 'Works' },
  warn: { icon: TriangleAlert, look: 'text-warn', name: 'With a warning' },
  bad: { icon: CircleX, look: 'text-danger', name: 'Fails' },
}

/** The verdict says everything: nothing was sent. */
const wasNotSent = new Set<CheckedPart['verdict']>(['no-key', 'key-unreadable', 'key-entered-elsewhere'])

function PartLine({ part: { part, verdict, milliseconds, detail, request } }: { part: CheckedPart }) {
  const { mark, says, advice, leadsTo } = describeVerdict({ part, verdict })
  const { icon: Icon, look, name } = marks[mark]
  return (
    <div className="flex gap-2 px-3 py-2">
      <Icon size={16} role="img" aria-label={name} className={`mt-0.5 shrink-0 ${look}`} />
      <div className="selectable flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <p>
            <span className="font-medium">{partNames[part]}</span>
            <span className="text-soft"> · {says}</span>
          </p>
          {milliseconds !== null && (
            <span className="shrink-0 text-faint text-sm tabular-nums">{formatDuration(milliseconds)}</span>
          )}
        </div>
        {advice && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="min-w-60 flex-1 text-soft text-sm">{advice}</p>
            {leadsTo && (
              <Button size="small" onClick={() => openSettings(leadsTo)}>
                {leadsTo === 'network' ? 'Go to Network' : 'Go to Models'}
              </Button>
            )}
          </div>
        )}
        {(detail || request) && !wasNotSent.has(verdict) && (
          <Disclosure summary={detail ? 'What it said' : 'What was asked'}>
            <div className="flex items-start gap-2 pt-1">
              <div className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
                {request && <p className="text-faint">{request}</p>}
                {detail && <p className="whitespace-pre-wrap">{detail}</p>}
              </div>
              {detail && <CopyButton label="Copy what it said" text={detail} />}
            </div>
          </Disclosure>
        )}
      </div>
    </div>
  )
}
