// A row of the request log: its path, its endpoint, and that only a request in progress can be stopped.
import { QueryClientProvider } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/query-client'
import { makeExchange } from '../exchange.fixture'
import { logColumns } from './columns'
import { HeadRow, RowCells } from './LogRow'
import type { LogEntry } from './log-rows'

const exchange = makeExchange(1, {
  outcome: 'failed',
  status: 429,
  endpoint: 'E6',
  path: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent',
  client: 'python-requests/2.31',
  provider: 'service-a',
  inputTokens: 12_345,
  total: 2321,
  overhead: 0.42,
  responseBytes: 2048,
})
const profiles = [{ id: 'service-a', name: 'Ours', baseUrl: 'http://x' }]

function render(part: Partial<LogEntry> = {}): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Tooltip.Provider>
        <HeadRow columns={logColumns} />
        <RowCells
          entry={{ exchange, polls: 0, isMember: false, ...part }}
          columns={logColumns}
          profiles={profiles}
          isExpanded={false}
        />
      </Tooltip.Provider>
    </QueryClientProvider>,
  )
}

test('every column has a header and a cell, with the names that people use', () => {
  const html = render()
  expect(html.match(/role="columnheader"/g)).toHaveLength(logColumns.length)
  expect(html.match(/role="gridcell"/g)).toHaveLength(logColumns.length)
  for (const text of ['429 failed', 'Ours', '12,345', '2.32 s', '0.4 ms', '2 KB', 'python-requests/2.31'])
    expect(html).toContain(`>${text}<`)
  expect(html).toContain('title="E6: Streaming text generation"')
  // The start and the end of the path are truncated apart.
  expect(html).toContain('>:streamGenerateContent<')
  expect(html).not.toContain('Stop request')
})

test('a request in progress can be stopped, and a row of polls says how many they are', () => {
  const running = { ...exchange, outcome: 'running', status: 200, total: null } as const
  expect(render({ exchange: running })).toContain('aria-label="Stop request"')
  const polls = render({ exchange: { ...exchange, operation: 'op1' }, polls: 12 })
  expect(polls).toContain('12 polls')
  expect(polls).toContain('aria-label="Expand polls"')
})
