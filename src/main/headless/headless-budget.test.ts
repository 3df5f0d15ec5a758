// The budget of the headless gateway: its arguments, and each warning once a month.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeExchange } from '#workspace/exchange-log/exchange.fixture'
import { createBudgetCounter, readBudgetArguments } from './headless-budget'

const table = {
  format: 'gen-playground-prices',
  version: 1,
  currency: 'USD',
  entries: [{ model: 'gen-2.5-pro', provider: null, from: null, rates: { input: 1 } }],
}

function writeFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-budget-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'prices.json')
  writeFileSync(path, text)
  return path
}

test('reads the exported prices, and names what is wrong with an argument', () => {
  const prices = writeFile(JSON.stringify(table))
  expect(readBudgetArguments({})).toBeUndefined()
  expect(readBudgetArguments({ budget: '20', prices })).toEqual({
    amount: 20,
    prices: { currency: 'USD', entries: table.entries, format: table.format },
  })
  const messageOf = (values: Parameters<typeof readBudgetArguments>[0]) => {
    try {
      return JSON.stringify(readBudgetArguments(values))
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect([
    messageOf({ budget: '20' }),
    messageOf({ prices }),
    messageOf({ budget: 'much', prices }),
    messageOf({ budget: '0', prices }),
    messageOf({ budget: '1', prices: writeFile('{}') }),
    messageOf({ budget: '1', prices: '/missing' }),
  ]).toEqual([
    '--budget: requires --prices',
    '--prices: requires --budget',
    '--budget: must be an amount, such as 20',
    '--budget: must be at least 0.01',
    expect.stringMatching(/^--prices: must be a file exported in Settings > Prices, not ".*prices\.json"$/),
    '--prices: must be a file exported in Settings > Prices, not "/missing"',
  ])
})

test('warns once at each threshold, and starts over with the next month', async () => {
  let now = new Date(2026, 2, 31, 12).getTime()
  const { entries, currency } = table
  const count = await createBudgetCounter({ prices: { currency, entries }, amount: 10 }, () => now)
  const spend = (amount: number, model = 'gen-2.5-pro') =>
    count({
      ...makeExchange('a', now),
      upstream: 'vendor',
      provider: 'vendor',
      model,
      usage: { promptTokenCount: amount * 1_000_000 },
    })
  expect([spend(7), spend(1, 'unpriced')]).toEqual([null, null])
  expect(spend(1)).toBe(
    "Warning: 80% of the monthly budget is spent: ≥ $8.00 of $10.00 since the gateway started. Requests aren't blocked.",
  )
  expect([spend(1), spend(1), spend(5)]).toEqual([null, expect.stringMatching(/^Warning: 100%/), null])
  now = new Date(2026, 3, 1, 12).getTime()
  expect([spend(7), spend(4)]).toEqual([
    null,
    "Warning: 110% of the monthly budget is spent: $11.00 of $10.00 since the gateway started. Requests aren't blocked.",
  ])
})
