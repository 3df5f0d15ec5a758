// Items for the pages of several windows.
import { expect, test } from 'vitest'
import { createPageMailboxes } from './page-mailboxes'

/** Collects what a page reads until `stop`. */
function collect(items: AsyncIterable<string>, into: string[]): Promise<void> {
  return (async () => {
    for await (const item of items) into.push(item)
  })()
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an item for a page waits for it, and no other page gets it', async () => {
  const mailboxes = createPageMailboxes<string>()
  const other: string[] = []
  void collect(mailboxes.read(2), other)
  mailboxes.put('for 1', 1)
  await settle()
  const own: string[] = []
  void collect(mailboxes.read(1), own)
  mailboxes.put('for 2', 2)
  await settle()
  expect([own, other]).toEqual([['for 1'], ['for 2']])
})

test('an item for any page is read once, by the chosen one, and by another when that has gone', async () => {
  let focused = 2
  const mailboxes = createPageMailboxes<string>({
    choose: (pages) => pages.find((page) => page === focused) ?? pages[0],
  })
  mailboxes.put('before all')
  const [first, second]: [string[], string[]] = [[], []]
  void collect(mailboxes.read(1), first)
  await settle()
  const closing = new AbortController()
  const closed = collect(mailboxes.read(2, closing.signal), second)
  mailboxes.put('to 2')
  await settle()
  focused = 1
  mailboxes.put('to 1')
  await settle()
  focused = 2
  closing.abort()
  await closed
  mailboxes.put('to the rest')
  await settle()
  expect([first, second]).toEqual([['before all', 'to 1', 'to the rest'], ['to 2']])
})

test('a page that is loaded again replaces its own reader, also before that has ended', async () => {
  const mailboxes = createPageMailboxes<string>()
  const [before, after]: [string[], string[]] = [[], []]
  const replaced = collect(mailboxes.read(1), before)
  await settle()
  void collect(mailboxes.read(1), after)
  await replaced
  mailboxes.put('one', 1)
  mailboxes.put('two')
  await settle()
  expect([before, after]).toEqual([[], ['one', 'two']])
})

test('what only a closed window could read is removed', async () => {
  const mailboxes = createPageMailboxes<string>()
  mailboxes.put('old', 1)
  mailboxes.delete(1)
  const items: string[] = []
  void collect(mailboxes.read(1), items)
  mailboxes.put('new', 1)
  await settle()
  expect(items).toEqual(['new'])
})
