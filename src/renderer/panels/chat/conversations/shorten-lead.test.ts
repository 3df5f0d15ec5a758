// What is shown before a find.
import { expect, test } from 'vitest'
import { shortenLead } from './shorten-lead'

const find = (...leads: string[]) => [
  ...leads.map((text) => ({ text, found: false })),
  { text: 'rainbow', found: true },
  { text: ' after', found: false },
]

test('a long lead is cut at a word, and whatever follows the find stays', () => {
  expect(shortenLead(find('A very long sentence about ', 'the many colours of a '))).toEqual(
    find('…the many colours of a '),
  )
})

test('a lead without spaces is cut within its word', () => {
  expect(shortenLead(find('x'.repeat(60)))).toEqual(find(`…${'x'.repeat(24)}`))
})

test('a short lead, and a find at the beginning or none at all, are left as they are', () => {
  const none = [{ text: 'A text without any find, and longer than that', found: false }]
  expect([shortenLead(find('of the ')), shortenLead(find()), shortenLead(none)]).toEqual([
    find('of the '),
    find(),
    none,
  ])
})
