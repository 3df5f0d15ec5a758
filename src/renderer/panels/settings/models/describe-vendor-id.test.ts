// How a model's id at the vendor is explained.
import { expect, test } from 'vitest'
import type { ModelSummary } from '#shared/desktop/contract'
import { describeVendorId } from './describe-vendor-id'

const now = Date.UTC(2026, 10, 21)

function explain(id: string, vendorIdBy: ModelSummary['vendorIdBy'], retires: string | null) {
  return describeVendorId({ id, vendorIdBy, retires }, now)
}

test('the family rule is too plain to mention, the user’s own alias is not', () => {
  expect(explain('gen-embedding-001', 'family', null)).toBeNull()
  expect(explain('gen-2.5-pro', 'alias', '2026-12-01')).toEqual({ words: 'Yours', tone: 'own' })
})

test('a replaced id tells its end, and one that will end tells when', () => {
  expect(explain('gen-2.5-flash-image', 'retirement', '2026-10-02')).toEqual({
    words: 'Shut down 2 Oct 2026, replaced',
    tone: 'quiet',
  })
  expect(explain('gen-2.5-pro', 'family', '2026-12-01')).toEqual({
    words: 'Retires 1 Dec 2026',
    tone: 'warn',
  })
})

test('the last day counts to its end', () => {
  const model = { id: 'gen-2.5-pro', vendorIdBy: 'family', retires: '2026-12-01' } as const
  const last = Date.UTC(2026, 11, 1, 23, 59)
  expect([last, last + 60_000].map((at) => describeVendorId(model, at)?.words)).toEqual([
    'Retires 1 Dec 2026',
    'Retired 1 Dec 2026, led on by the vendor',
  ])
})
