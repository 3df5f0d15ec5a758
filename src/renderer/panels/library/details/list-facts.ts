// The facts of an item, as names and values in a fixed order.

import { describeSentModel } from '#shared/models/catalog'
import type {
  AnyMetadata,
  GenerationMetadata,
  TranscriptMetadata,
  VideoMetadata,
} from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { formatBytes, formatCount, formatDuration, formatMoment } from '../../../components/format'
import { nameType } from '../../../media-viewer/describe-picture'
import { describeLength, describeSize } from '../describe-item'

interface Fact {
  readonly name: string
  readonly value: string
}

type Pair = readonly [name: string, value: string | null | undefined | false]

export function listFacts(item: LibraryItem, metadata: AnyMetadata | null | undefined): Fact[] {
  const { kind, model, mimeType, bytes, createdAt, deletedAt } = item
  const facts: readonly Pair[] = [
    ['Model', describeModel(metadata) ?? model],
    ['Dimensions', describeSize(item)],
    ['Duration', describeLength(item)],
    ['Requested', metadata && describeRequested(metadata)],
    ['Type', mimeType && (kind === 'transcript' ? 'Text' : nameType(mimeType))],
    ['File size', bytes !== null && formatBytes(bytes)],
    [kind === 'conversation' ? 'Modified' : 'Created', formatMoment(createdAt)],
    ['Deleted', deletedAt !== null && formatMoment(deletedAt)],
    ['Generation time', metadata?.took != null && formatDuration(metadata.took)],
    ['Tokens', metadata && !('kind' in metadata) && describeTokens(metadata)],
    ['Provider', metadata?.upstream === 'demo' && 'Demo'],
    ...(metadata ? listSettings(metadata) : []),
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

function describeModel(metadata: AnyMetadata | null | undefined): string | undefined {
  if (!metadata) return undefined
  if (!('kind' in metadata)) return metadata.modelVersion ?? metadata.model
  return describeSentModel(metadata.model, metadata.kind === 'transcript' ? metadata.sentAs : undefined)
}

function describeRequested(metadata: AnyMetadata): string {
  if (!('kind' in metadata))
    return [metadata.parameters.aspectRatio, metadata.parameters.imageSize].filter(Boolean).join(' at ')
  if (metadata.kind === 'transcript') return ''
  const { aspectRatio, resolution, durationSeconds } = metadata.form
  const shape = [aspectRatio, resolution].filter(Boolean).join(' at ')
  return [shape, durationSeconds && `${durationSeconds} s`].filter(Boolean).join(', ')
}

function describeTokens({ usage }: GenerationMetadata): string | undefined {
  const { promptTokenCount, candidatesTokenCount } = usage ?? {}
  if (candidatesTokenCount === undefined) return undefined
  return `${formatCount(promptTokenCount ?? 0)} input, ${formatCount(candidatesTokenCount)} output`
}

/** The settings other than model, ratio and size. */
function listSettings(metadata: AnyMetadata): Pair[] {
  if (!('kind' in metadata)) return listParameters(metadata)
  return metadata.kind === 'video' ? listVideoSettings(metadata) : listSpeechSettings(metadata)
}

function listParameters({ parameters }: GenerationMetadata): Pair[] {
  const { temperature, seed, topP, topK, systemInstruction } = parameters
  return [
    ['Temperature', temperature?.toString()],
    ['Seed', seed?.toString()],
    ['Top P', topP?.toString()],
    ['Top K', topK?.toString()],
    ['System instruction', systemInstruction],
  ]
}

const people = {
  allow_all: 'Everyone',
  allow_adult: 'Adults only',
  dont_allow: 'No people',
} as const

function listVideoSettings({ form }: VideoMetadata): Pair[] {
  return [
    ['Seed', form.seed?.toString()],
    ['Negative prompt', form.negativePrompt],
    ['Person generation', form.personGeneration && people[form.personGeneration]],
  ]
}

function listSpeechSettings({ source, settings }: TranscriptMetadata): Pair[] {
  return [
    ['Audio file', source.name],
    ['Language', settings.language],
    ['Temperature', settings.temperature?.toString()],
    ['Prompt', settings.prompt],
  ]
}
