// Finds the request that turns the page green that helps to connect a script.
import { expect, test } from 'vitest'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { makeExchange } from '../exchange.fixture'
import { fillInKey, readIssued, useConnectKeys } from './connect-keys'
import { describeConnection, findScriptRequest } from './script-requests'

const make = (change: Partial<ExchangeSummary>) =>
  makeExchange(100, { id: 'a', client: 'curl/8.5', ...change })

const local = { keyName: null, names: ['Nightly run'] }

test('finds the newest request of a script in its newest state, never one of the window', () => {
  const stored = [make({ id: 'w', client: 'window', startedAt: 500 }), make({ id: 'old', startedAt: 200 })]
  expect(findScriptRequest(stored, local)?.id).toBe('old')
  const live = make({ id: 'live', client: null, startedAt: 300, outcome: 'running', status: null })
  expect(findScriptRequest([...stored, live], local)?.id).toBe('live')
  expect(findScriptRequest([{ ...live, outcome: 'completed' }, live], local)?.outcome).toBe('completed')
  expect(findScriptRequest(stored.slice(0, 1), local)).toBeNull()
})

test('a named key waits for its own requests, the local key for those of no named key, and both see a rejected one', () => {
  const named = { ...local, keyName: 'Nightly run' }
  const byKey = make({ id: 'named', client: 'Nightly run', startedAt: 300 })
  const byLocal = make({ id: 'local', startedAt: 400 })
  expect(findScriptRequest([byKey, byLocal], named)?.id).toBe('named')
  expect(findScriptRequest([{ ...byKey, startedAt: 500 }, byLocal], local)?.id).toBe('local')
  const wrongKey = make({ id: 'wrong', outcome: 'rejected', startedAt: 600 })
  for (const key of [local, named])
    expect(findScriptRequest([byKey, byLocal, wrongKey], key)?.id).toBe('wrong')
})

test('a request that was accepted and failed later is no success', () => {
  const error = 'gen-9 is not found.'
  expect(describeConnection(make({ outcome: 'failed', status: 404, error }), 100)).toMatchObject({
    tone: 'failed',
    detail: expect.stringContaining(error),
  })
})

test('a key that was rotated elsewhere is no longer filled in', () => {
  const namedKey = {
    ...{ id: 'a', name: 'Nightly run', ending: 'wxyz', createdAt: 1, changedAt: 1 },
    ...{ lastUsedAt: null, requests: 0 },
  }
  fillInKey({ namedKey, key: 'gp-0123456789wxyz' })
  const { issued, selected } = useConnectKeys.getState()
  expect([selected, readIssued(issued, namedKey)]).toEqual(['a', 'gp-0123456789wxyz'])
  expect(readIssued(issued, { ...namedKey, ending: 'abcd' })).toBeNull()
  expect(readIssued({}, namedKey)).toBeNull()
})

test('waits until a request arrives after the page was opened', () => {
  expect(describeConnection(null, 100).tone).toBe('waiting')
  expect(describeConnection(make({ startedAt: 99 }), 100)).toMatchObject({
    tone: 'waiting',
    detail: expect.stringContaining('curl/8.5'),
  })
  expect(describeConnection(make({}), 100)).toMatchObject({
    tone: 'connected',
    detail: expect.stringContaining('200'),
  })
  expect(describeConnection(make({ outcome: 'running', status: null }), 100).detail).toContain('in progress')
})
