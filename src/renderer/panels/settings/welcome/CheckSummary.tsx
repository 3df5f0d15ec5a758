// The result of a provider's test: what works for each kind of work, what to do about the rest, and how to start.
import { CircleCheck, CircleMinus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { findModel, withCustomModels } from '#shared/models/catalog'
import type { ModelKind } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import type { CheckedPart, UpstreamChoice, UpstreamReport } from '#shared/schemas/upstream'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import {
  describePart,
  partNames,
  toCheckKey,
  toFinished,
  useUpstreamChecks,
} from '../../../connection/upstream-checks'
import { openSamples } from '../../../state/navigation'
import { openSettings } from '../../../state/settings-view'
import { chooseUpstream } from '../state/upstream-choice'
import { Elapsed } from '../upstream/UpstreamCheck'

interface CheckSummaryProps {
  /** Its ID. */
  readonly upstream: string
  readonly choice: UpstreamChoice
  readonly settings: Settings
}

export function CheckSummary({ upstream, choice, settings }: CheckSummaryProps) {
  const heading = useId()
  const check = useUpstreamChecks(({ checks }) => checks[upstream])
  const keyChanges = useUpstreamChecks((state) => state.keyChanges)
  if (check?.state === 'running')
    return (
      <div className="flex items-center justify-between gap-2">
        <Elapsed since={check.startedAt} />
        <Button size="small" onClick={check.cancel} onKeyDown={onEscape(check.cancel)}>
          Cancel
        </Button>
      </div>
    )
  const finished = toFinished(check)
  if (!finished || finished.key !== toCheckKey(upstream, settings, keyChanges)) return null
  if (finished.state === 'failed')
    return <Notice tone="danger" title={`Couldn’t run the test: ${finished.message}`} />
  const capabilities = toCapabilities(finished.report, settings)
  return (
    <section aria-labelledby={heading} className="flex animate-appear flex-col gap-3">
      <h3 id={heading} className="sr-only">
        Test results
      </h3>
      <ul className="flex flex-col gap-1">
        {capabilities.map((capability) => (
          <CapabilityRow key={capability.name} capability={capability} />
        ))}
      </ul>
      {listProblems(finished.report).map((part) => (
        <Problem key={part.part} part={part} />
      ))}
      <StartButton capabilities={capabilities} choice={choice} />
    </section>
  )
}

const marks: Readonly<Record<Capability['mark'], { icon: LucideIcon; className: string; name: string }>> = {
  ok: { icon: CircleCheck, className: 'text-ok', name: 'Works' },
  warn: { icon: TriangleAlert, className: 'text-warn', name: 'Warning' },
  bad: { icon: CircleX, className: 'text-danger', name: 'Doesn’t work' },
  none: { icon: CircleMinus, className: 'text-faint', name: 'Not available' },
}

function CapabilityRow({ capability: { name, mark, finding } }: { readonly capability: Capability }) {
  const { icon: Icon, className, name: markName } = marks[mark]
  return (
    <li className="flex items-center gap-2">
      <Icon size={16} role="img" aria-label={markName} className={`shrink-0 ${className}`} />
      <span className="font-medium">{name}</span>
      <span className="min-w-0 truncate text-soft text-sm">{finding}</span>
    </li>
  )
}

function Problem({ part }: { readonly part: CheckedPart }) {
  const { finding, advice, isNetwork } = describePart(part)
  return (
    <div role="alert">
      <Notice
        tone="danger"
        title={`${partNames[part.part]}: ${finding}`}
        actions={
          isNetwork && (
            <Button size="small" onClick={() => openSettings('network')}>
              Open Network
            </Button>
          )
        }
      >
        <p>{advice}</p>
        {part.detail && <p className="font-mono">{part.detail}</p>}
      </Notice>
    </div>
  )
}

interface StartButtonProps {
  readonly capabilities: readonly Capability[]
  readonly choice: UpstreamChoice
}

/** The provider is used from then on. */
function StartButton({ capabilities, choice }: StartButtonProps) {
  const works = (kind: Capability['kind']) =>
    capabilities.some((each) => each.kind === kind && each.mark !== 'bad' && each.mark !== 'none')
  const start = (panel: 'chat' | 'transcribe') =>
    toastOutcome(chooseUpstream(choice).then(() => openSamples(panel)))
  if (works('text'))
    return (
      <Button variant="primary" className="self-start" onClick={() => start('chat')}>
        Start chatting
      </Button>
    )
  if (!works('transcription')) return null
  return (
    <Button variant="primary" className="self-start" onClick={() => start('transcribe')}>
      Start transcribing
    </Button>
  )
}

interface Capability {
  readonly name: string
  readonly kind: ModelKind
  /** `none`: it was not tested, or needs another key. */
  readonly mark: 'ok' | 'warn' | 'bad' | 'none'
  readonly finding: string
}

const kinds: readonly { readonly kind: ModelKind; readonly name: string }[] = [
  { kind: 'text', name: 'Chat' },
  { kind: 'image', name: 'Images' },
  { kind: 'video', name: 'Video' },
  { kind: 'embedding', name: 'Embeddings' },
  { kind: 'transcription', name: 'Transcription' },
]

const transcriptionParts: ReadonlySet<CheckedPart['part']> = new Set(['transcription', 'openai'])

const missingKeys: Readonly<Partial<Record<CheckedPart['part'], string>>> = {
  gemini: 'Needs a Gemini API key',
  openai: 'Needs an OpenAI API key',
}

export function toCapabilities(report: UpstreamReport, { models }: Pick<Settings, 'models'>): Capability[] {
  const entries = withCustomModels(models)
  return kinds.map(({ kind, name }) => {
    const isTranscription = kind === 'transcription'
    const part =
      report.parts.find((each) => transcriptionParts.has(each.part) === isTranscription) ?? report.parts[0]
    const known = report.models
      .filter(({ id }) => findModel(id, entries)?.kind === kind)
      .map((model) => model.known)
    return { name, kind, ...describeCapability(part, known) }
  })
}

/** `known`: whether the upstream lists the models of this kind; null where its list does not say. */
function describeCapability(
  part: CheckedPart | undefined,
  known: readonly (boolean | null)[],
): Pick<Capability, 'mark' | 'finding'> {
  if (!part) return { mark: 'none', finding: 'Not tested' }
  if (part.verdict === 'no-key')
    return { mark: 'none', finding: missingKeys[part.part] ?? 'Needs an API key' }
  const { mark, finding } = describePart(part)
  if (mark !== 'ok') return { mark, finding }
  const available = known.filter(Boolean).length
  if (available > 0) return { mark, finding: available === 1 ? '1 model' : `${available} models` }
  // It accepts the key, but none of the models that the application knows.
  if (known.length > 0 && known.every((each) => each === false))
    return { mark: 'warn', finding: 'No model found' }
  return { mark, finding }
}

/** The parts that were tested and do not work: what is wrong, and what to do. */
export function listProblems({ parts }: UpstreamReport): CheckedPart[] {
  return parts.filter((part) => part.verdict !== 'no-key' && describePart(part).mark === 'bad')
}
