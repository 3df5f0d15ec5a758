// Tests every call that the table claims for a client, with each kind of upstream.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UpstreamKind } from '#shared/schemas/upstream'
import { type ClientEnvironment, openClientEnvironment } from './client-environment.fixture'
import {
  type Client,
  clients,
  coverage,
  hasCall,
  listWorkingCalls,
  type WorkingCall,
} from './coverage.fixture'

type ClientTest = (environment: ClientEnvironment) => Promise<void>

/** Milliseconds; generous, for busy machines. */
const timeout = 60_000

/** `tests` must have one test for each call that the table claims. */
export function describeClient<Name extends Client>(
  client: Name,
  tests: Record<WorkingCall<Name>, ClientTest>,
): void {
  test(`${clients[client]}: every call that the table claims is tested`, () => {
    expect(Object.keys(tests).sort()).toEqual([...listWorkingCalls(client)].sort())
  })

  describe.each(UpstreamKind.options)('%s upstream', (kind) => {
    let environment: ClientEnvironment
    beforeAll(async () => {
      environment = await openClientEnvironment(kind)
    })
    afterAll(() => environment.close())

    // By the type of `tests`, its keys are calls of the table.
    const names = (Object.keys(tests) as WorkingCall<Name>[]).filter((name) => hasCall(kind, name))
    test.each(names.map((name) => [coverage[name].label, name] as const))(
      `${clients[client]}: %s`,
      (_, name) => tests[name](environment),
      timeout,
    )
  })
}
