// Repeats a request that changes nothing (a poll, a download) a few times, with back-off and jitter.
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'
import type { Answer } from '#shared/wire/call'
import { faultOf } from '../outbound/transport-error'

const mostTries = 3
/** Milliseconds before the second try; doubled for each further one. */
const firstPause = 200

const passing = new Set([502, 503, 504])

/** Nobody mends these in a second; a proxy may lock an account after a few wrong passwords. */
const lasting = new Set<CheckVerdict | undefined>([
  'proxy-credentials',
  'proxy-refused',
  'tls',
  'not-the-api',
])

export async function retryReading(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().catch((error: unknown) => error as Error)
    if (attempt === mostTries || signal.aborted || !isPassing(outcome)) return settle(outcome)
    await leave(outcome)
    await pause(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal }).catch(
      () => {},
    )
  }
}

function isPassing(outcome: Answer | Error): boolean {
  if (outcome instanceof ApiError) return outcome.code === 'UNAVAILABLE' && !lasting.has(faultOf(outcome))
  if (outcome instanceof Error) return false
  return passing.has(outcome.status)
}

function settle(outcome: Answer | Error): Answer {
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function leave(outcome: Answer | Error): Promise<void> {
  if (outcome instanceof Error || outcome.body === null || outcome.body instanceof Uint8Array) return
  await outcome.body[Symbol.asyncIterator]().return?.()
}
