// The messages for answers without an exchange.
import { expect, test } from 'vitest'
import { describeMissingExchange } from './ExchangeView'

test('each reason for a missing exchange has its own message', () => {
  const turns = [
    { state: 'complete', edited: true, exchangeId: null },
    { state: 'running', edited: false, exchangeId: 'x' },
    { state: 'failed', edited: false, exchangeId: null },
    { state: 'complete', edited: false, exchangeId: 'x' },
  ] as const
  expect(new Set(turns.map(describeMissingExchange)).size).toBe(turns.length)
})
