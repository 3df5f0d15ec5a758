// What is known of an item, as names and values in an order that stays.
import type { LibraryItem } from '#shared/schemas/library'
import type { Making } from '#shared/schemas/making'
import { formatBytes, formatCount, formatDuration } from '../../../kit/format'
import { formatMoment } from '../../../kit/format-date'
import { nameType } from '../../../pictures/describe-picture'
import { describeSize } from '../describe-item'

interface Fact {
  readonly name: string
  readonly value: string
}

export function listFacts(item: LibraryItem, making: Making | null | undefined): Fact[] {
  const { kind, model, mimeType, bytes, createdAt } = item
  const { promptTokenCount, candidatesTokenCount } = making?.usage ?? {}
  const facts: readonly (readonly [string, string | null | undefined | false])[] = [
    ['Model', making?.modelVersion ?? making?.model ?? model],
    ['Pixels', describeSize(item)],
    ['Asked for', making && describeAsked(making)],
    ['Type', mimeType && nameType(mimeType)],
    ['File', bytes !== null && formatBytes(bytes)],
    [kind === 'conversation' ? 'Last changed' : 'Made', formatMoment(createdAt)],
    ['Time', making?.took != null && formatDuration(making.took)],
    [
      'Tokens',
      candidatesTokenCount !== undefined &&
        `${formatCount(promptTokenCount ?? 0)} in, ${formatCount(candidatesTokenCount)} out`,
    ],
    ['Made by', making?.upstream === 'demo' && 'Demo'],
    ...listParameters(making),
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

function describeAsked({ parameters }: Making): string {
  return [parameters.aspectRatio, parameters.imageSize].filter(Boolean).join(' at ')
}

/** What was set beside model, ratio and size. */
function listParameters(making: Making | null | undefined): [string, string | undefined][] {
  const { temperature, seed, topP, topK, systemInstruction } = making?.parameters ?? {}
  return [
    ['Temperature', temperature?.toString()],
    ['Seed', seed?.toString()],
    ['Top P', topP?.toString()],
    ['Top K', topK?.toString()],
    ['Instruction', systemInstruction],
  ]
}
