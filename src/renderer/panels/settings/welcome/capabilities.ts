// Describes the abilities of an upstream by the result of its test, for each kind of work.
import { findModel, withCustomModels } from '#shared/models/catalog'
import type { ModelKind } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import type { CheckedPart, UpstreamReport } from '#shared/schemas/upstream-report'
import { describeVerdict } from '../../../connection/verdict-labels'

export interface Capability {
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
    return { name, kind, ...describePart(part, known) }
  })
}

/** `known`: whether the upstream lists the models of this kind; null where its list does not say. */
function describePart(
  part: CheckedPart | undefined,
  known: readonly (boolean | null)[],
): Pick<Capability, 'mark' | 'finding'> {
  if (!part) return { mark: 'none', finding: 'Not tested' }
  if (part.verdict === 'no-key')
    return { mark: 'none', finding: missingKeys[part.part] ?? 'Needs an API key' }
  const { mark, finding } = describeVerdict(part)
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
  return parts.filter((part) => part.verdict !== 'no-key' && describeVerdict(part).mark === 'bad')
}
