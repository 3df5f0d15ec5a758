// How a model came by its id at the vendor, in a few words.
import type { ModelSummary } from '#shared/desktop/contract'
import { findRetirement } from '#shared/models/aliases'
import { formatDate } from '../../../components/format-date'

export interface VendorIdDescription {
  readonly words: string
  readonly tone: 'quiet' | 'warn' | 'own'
}

const day = 24 * 60 * 60 * 1000

/** `now` in milliseconds since 1970. An id's last day counts to its end. */
export function describeVendorId(
  { id, vendorIdBy, retires }: Pick<ModelSummary, 'id' | 'vendorIdBy' | 'retires'>,
  now: number,
): VendorIdDescription | null {
  if (vendorIdBy === 'alias') return { words: 'Yours', tone: 'own' }
  if (retires === null) return null
  const isOver = now >= Date.parse(retires) + day
  const date = formatDate(retires)
  if (vendorIdBy === 'retirement')
    return {
      words: isOver ? `Shut down ${date}, replaced` : `Retires ${date}, replaced already`,
      tone: 'quiet',
    }
  if (!isOver) return { words: `Retires ${date}`, tone: 'warn' }
  const isLedOn = findRetirement(id)?.replacement === undefined
  return { words: isLedOn ? `Retired ${date}, led on by the vendor` : `Shut down ${date}`, tone: 'warn' }
}
