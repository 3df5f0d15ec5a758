// The list of requests while several reads are in progress.
import { afterEach, expect, test, vi } from 'vitest'
import { desktop } from '../../../api/desktop'
import { noFilters, setFilters } from './log-view'
import { pauseLog, readNextPage, reloadLog, resumeLog, useRequestLog } from './request-log'

interface Read {
  readonly query: { readonly filter: { readonly text: string }; readonly cursor?: string }
  readonly answer: (page: object) => void
  readonly fail: (error: Error) => void
}

const reads: Read[] = []

vi.mock('../../../api/desktop', () => ({
  desktop: { exchanges: { list: vi.fn() } },
  queries: { exchanges: { counts: { key: () => ['counts'] } } },
}))
vi.mocked(desktop.exchanges.list).mockImplementation(
  (query) =>
    new Promise((answer, fail) => {
      // The page is compared by what the test puts into it.
      reads.push({ query, answer, fail } as unknown as Read)
    }) as never,
)

afterEach(() => {
  reads.length = 0
})

const page = (id: string, next: string | null = null) => ({
  rows: Array.from({ length: 200 }, (_, at) => ({ id: `${id}${at}`, outcome: 'completed', startedAt: -at })),
  live: [],
  next,
  notIndexed: 0,
})

const firstId = () => useRequestLog.getState().rows?.ended[0]?.id

async function load(id: string, next: string | null = null): Promise<void> {
  reloadLog()
  reads.at(-1)?.answer(page(id, next))
  await vi.waitFor(() => expect(firstId()).toBe(`${id}0`))
}

// The list would have the rows of the old filter, and nothing would read the new ones.
test('a refresh while the rows of a new filter are read does not bring back the old ones', async () => {
  await load('old')
  setFilters({ ...noFilters, text: 'new' })
  reloadLog()
  pauseLog()
  resumeLog()
  expect(reads.map(({ query }) => query.filter.text)).toEqual(['', 'new', 'new'])
  reads[2]?.answer(page('new'))
  reads[1]?.answer(page('late'))
  await vi.waitFor(() => expect(firstId()).toBe('new0'))
})

// The end of the list would stay a skeleton until the user scrolls.
test('the next page is read again if a refresh has replaced its read', async () => {
  await load('a', 'cursor')
  void readNextPage()
  resumeLog()
  reads.at(-1)?.answer(page('a', 'cursor'))
  await vi.waitFor(() => expect(reads.at(-1)?.query.cursor).toBe('cursor'))
  expect(reads).toHaveLength(4)
  reads.at(-1)?.answer(page('b'))
  await vi.waitFor(() => expect(useRequestLog.getState().rows?.ended).toHaveLength(400))
})

test('a failed refresh leaves the rows, and the next page can be read', async () => {
  await load('a', 'cursor')
  void readNextPage()
  resumeLog()
  reads.at(-1)?.fail(new Error('The log is locked.'))
  await vi.waitFor(() => expect(useRequestLog.getState().error).toBeInstanceOf(Error))
  expect(useRequestLog.getState()).toMatchObject({ isLoading: false, isLoadingMore: false })
  expect(firstId()).toBe('a0')
})
