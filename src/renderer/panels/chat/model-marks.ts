// What a model can do, and until when, in a few words.
import type { ModelSummary } from '#shared/desktop/contract'
import { formatDate } from '../../components/format'

type Marked = Pick<ModelSummary, 'kind' | 'thinks' | 'own' | 'retires'>

/** For lists of models. */
export function listMarks({ kind, thinks, own, retires }: Marked): readonly string[] {
  const marks = [thinks && 'thinks', kind === 'image' && 'draws', own && 'yours', retires && 'retiring']
  return marks.filter((mark) => typeof mark === 'string')
}

interface Limits {
  readonly inputTokenLimit?: number | undefined
  readonly outputTokenLimit?: number | undefined
}

/** For the model that is chosen. */
export function listAbilities({ kind, thinks }: Marked, limits: Limits | undefined): readonly string[] {
  const { inputTokenLimit: input, outputTokenLimit: output } = limits ?? {}
  const marks = [
    thinks && 'thinks',
    kind === 'image' && 'draws',
    input && `${formatLimit(input)} tokens in`,
    output && `${formatLimit(output)} tokens out`,
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

/** `1,048,576` is `1M` and `65,536` is `64k`: limits are powers of two. */
function formatLimit(tokens: number): string {
  if (tokens >= 1_048_576) return `${Math.round(tokens / 1_048_576)}M`
  return tokens >= 1024 ? `${Math.round(tokens / 1024)}k` : String(tokens)
}

/** Null where nothing is known of an end. */
export function describeRetirement(
  { retires, vendorId, vendorIdBy }: Pick<ModelSummary, 'retires' | 'vendorId' | 'vendorIdBy'>,
  now: number,
): string | null {
  if (retires === null || vendorIdBy === 'alias') return null
  const lastDay = formatDate(retires)
  // It counts to its end.
  const isOver = now >= Date.parse(retires) + 24 * 60 * 60 * 1000
  if (!isOver) return `Retires at the vendor on ${lastDay}`
  return vendorIdBy === 'retirement'
    ? `Retired on ${lastDay}; ${vendorId} answers`
    : `Retired by the vendor on ${lastDay}`
}
