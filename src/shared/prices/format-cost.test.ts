// Costs, prices, and the text about the monthly budget.
import { expect, test } from 'vitest'
import { describeBudget, formatBudget, formatCost, formatKnownCost, formatPrice } from './format-cost'

test('costs have two digits or cents, and never show as 0 unless they are', () => {
  const units = [0, 1e-8, 0.000_04, 0.001_24, 0.0999, 0.156, 1.234, 1234.5]
  expect(units.map((amount) => formatCost(Math.round(amount * 1e9), 'USD'))).toEqual([
    '$0.00',
    '<$0.000001',
    '$0.00004',
    '$0.0012',
    '$0.10',
    '$0.16',
    '$1.23',
    '$1,234.50',
  ])
  expect([formatCost(1_500_000_000, 'JPY'), formatCost(40_000_000, 'EUR')]).toEqual(['¥1.5', '€0.04'])
  expect([0.000001, 0.075, 10].map((amount) => formatPrice(amount, 'USD'))).toEqual([
    '$0.000001',
    '$0.075',
    '$10.00',
  ])
})

test('a sum with unknown parts is a lower bound, and an unknown cost is never 0', () => {
  const unknown = [{ model: 'a', reason: 'price', requests: 2 } as const]
  expect([
    formatKnownCost({ nanos: 1_230_000_000, unknown: [] }, 'USD'),
    formatKnownCost({ nanos: 1_230_000_000, unknown }, 'USD'),
    formatKnownCost({ nanos: null, unknown }, 'USD'),
    formatKnownCost({ nanos: 0, unknown: [] }, 'USD'),
  ]).toEqual(['$1.23', '≥\u00a0$1.23', '–', '$0.00'])
  const status = { month: '2026-03', currency: 'USD', amount: 20_000_000_000, warnAt: 80 }
  const cost = { nanos: 16_100_000_000, unknown }
  expect(describeBudget({ ...status, cost, percent: 80 })).toEqual({
    title: '80% of the monthly budget is spent',
    body:
      '≥\u00a0$16.10 of $20.00 this month, 80%. Requests aren’t blocked. ' +
      'Some requests have an unknown cost and aren’t included.',
  })
  const spent = { nanos: 20_000_000_000, unknown: [] }
  expect(describeBudget({ ...status, cost: spent, percent: 100 }).title).toBe('The monthly budget is spent')
  expect(formatBudget({ ...status, cost: { nanos: null, unknown }, percent: 0 })).toBe(
    '≥\u00a0$0.00 of $20.00 this month, 0%',
  )
})
