// Finds the request that turns the page green that helps to connect a script.
import { expect, test } from 'vitest'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { describeConnection, findScriptRequest } from './script-requests'

const make = (more: Partial<ExchangeSummary>) =>
  // Other members are not read.
  ({
    id: 'a',
    startedAt: 100,
    outcome: 'completed',
    status: 200,
    error: null,
    method: 'POST',
    path: '/v1beta/models/gen-2.5-flash:generateContent',
    client: 'curl/8.5',
    ...more,
  }) as ExchangeSummary

test('finds the newest request of a script in its newest state, never one of the window', () => {
  const stored = [make({ id: 'w', client: 'window', startedAt: 500 }), make({ id: 'old', startedAt: 200 })]
  expect(findScriptRequest(stored)?.id).toBe('old')
  const live = make({ id: 'live', client: null, startedAt: 300, outcome: 'running', status: null })
  expect(findScriptRequest([...stored, live])?.id).toBe('live')
  expect(findScriptRequest([{ ...live, outcome: 'completed' }, live])?.outcome).toBe('completed')
  expect(findScriptRequest(stored.slice(0, 1))).toBeNull()
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

test('says why a request with a wrong key was rejected', () => {
  const error = 'Incorrect API key provided.'
  expect(describeConnection(make({ outcome: 'rejected', status: 401, error }), 100)).toMatchObject({
    tone: 'rejected',
    detail: expect.stringContaining(error),
  })
})
