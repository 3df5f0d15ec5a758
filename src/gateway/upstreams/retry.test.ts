// Which failures of a read are worth another try.
import { expect, test } from 'vitest'
import type { Answer } from '#shared/wire/call'
import { toTransportError } from '../outbound/transport-error'
import { retryReading } from './retry'

const { signal } = new AbortController()
const answer = (status: number): Answer => ({ status, headers: {}, body: null })
const failure = (code: string) => toTransportError(Object.assign(new Error(code), { code }))

/** How often it was tried. */
async function count(outcomes: readonly (Answer | Error)[]): Promise<number> {
  let tries = 0
  await retryReading(async () => {
    const outcome = outcomes[tries] ?? answer(200)
    tries += 1
    if (outcome instanceof Error) throw outcome
    return outcome
  }, signal).catch(() => {})
  return tries
}

test.each<[string, Answer | Error, number]>([
  ['a connection that broke off', failure('ECONNRESET'), 2],
  ['an upstream that is starting', failure('ECONNREFUSED'), 2],
  ['503', answer(503), 2],
  ['404', answer(404), 1],
  ['a refused password of a proxy', failure('PROXY_CREDENTIALS'), 1],
  ['a proxy that does not let it through', failure('PROXY_REFUSED'), 1],
  ['a certificate that is not trusted', failure('DEPTH_ZERO_SELF_SIGNED_CERT'), 1],
  ['an upstream that took too long', failure('UND_ERR_HEADERS_TIMEOUT'), 1],
])('%s', async (_, first, tries) => {
  expect(await count([first])).toBe(tries)
})

test('three tries are the most', async () => {
  expect(await count([answer(503), failure('ECONNRESET'), answer(503), answer(200)])).toBe(3)
})
