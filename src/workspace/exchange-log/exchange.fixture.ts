// A request log in a folder, and exchanges as the gateway reports them.
import { onTestFinished } from 'vitest'
import type { Exchange } from '#shared/schemas/exchange'
import { defaultRequestLog, type RequestLogSettings } from '#shared/schemas/request-log'
import { createChanges } from '../changes'
import { connect } from '../database/connection'
import { makeFolder } from '../workspace.fixture'
import { createExchanges } from './exchanges'
import { logDatabaseIn } from './log-database'

export const now = new Date(2026, 10, 20, 12).getTime()

interface TestLogOptions extends Partial<Omit<Parameters<typeof createExchanges>[0], 'settings'>> {
  readonly folder?: string
  readonly settings?: Partial<RequestLogSettings>
}

/** Opens a request log that is closed when the test ends. */
export function openTestLog({ folder = makeFolder(), settings, ...ports }: TestLogOptions = {}) {
  const file = logDatabaseIn(folder)
  const changes = createChanges()
  const log = createExchanges({
    file,
    changes,
    settings: () => ({ ...defaultRequestLog, ...settings }),
    now: () => now,
    ...ports,
  })
  onTestFinished(log.close)
  return { log, file, folder, changes, listIds: async () => idsOf((await log.list({ limit: 500 })).rows) }
}

export const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/** Opens the database beside the log. */
export function runIn<Result>(file: string, work: (direct: ReturnType<typeof connect>) => Result): Result {
  const direct = connect(file)
  try {
    return work(direct)
  } finally {
    direct.close()
  }
}

export function makeExchange(id: string, startedAt: number, responseBody = '{}'): Exchange {
  return {
    id,
    endpoint: 'E6',
    route: 'streamGenerateContent',
    method: 'POST',
    path: '/v1beta/models/gen-2.5-pro:streamGenerateContent',
    query: 'alt=sse',
    model: 'gen-2.5-pro',
    upstream: 'demo',
    provider: 'demo',
    client: 'curl/8.5.0',
    operation: null,
    startedAt,
    status: 200,
    outcome: 'completed',
    error: null,
    errorClass: null,
    requestBytes: 2,
    responseBytes: 2,
    times: { sentUpstream: 1, upstreamHeaders: 2, firstByte: 3.5, total: 4.25 },
    overhead: 1,
    media: { images: 0, videos: 0, audios: 0 },
    hasBodies: true,
    usage: { totalTokenCount: 3 },
    requestHeaders: {},
    responseHeaders: {},
    requestBody: '{}',
    responseBody,
    timeline: [[1.5, 20]],
  }
}
