// Tries everything that the table claims of a client, on each kind of upstream.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientEnvironment, openClientEnvironment } from './client-environment.fixture'
import { type Client, clients, coverage, listWorkingCalls, type WorkingCall } from './coverage.fixture'

type ClientTest = (environment: ClientEnvironment) => Promise<void>

/** Generous: a machine that does other things too still ends in time. */
const timeout = 60_000

/** A trial for each call that the table claims, neither more nor less. */
export function describeClient<Name extends Client>(
  client: Name,
  tests: Record<WorkingCall<Name>, ClientTest>,
): void {
  test(`${clients[client]}: every call that the table claims is tried`, () => {
    expect(Object.keys(tests).sort()).toEqual([...listWorkingCalls(client)].sort())
  })

  describe.each(['demo', 'service', 'vendor'] as const)('%s upstream', (kind) => {
    let environment: ClientEnvironment
    beforeAll(async () => {
      environment = await openClientEnvironment(kind)
    })
    afterAll(() => environment.close())

    // The keys of the trials are calls of the table: the parameter's type says so.
    const names = Object.keys(tests) as WorkingCall<Name>[]
    test.each(names.map((name) => [coverage[name].label, name] as const))(
      `${clients[client]}: %s`,
      (_, name) => tests[name](environment),
      timeout,
    )
  })
}
