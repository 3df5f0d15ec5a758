import { describe, expect, test } from 'vitest'
import type { SearchHit } from '#shared/schemas/search-hit'
import { describeHits, groupHits, shortenLead } from './SearchHits'

describe('group hits', () => {
  const hit = (conversationId: string, turnId: string | null): SearchHit => ({
    conversationId,
    title: conversationId.toUpperCase(),
    turnId,
    role: turnId === null ? null : 'model',
    at: 1,
    snippet: [{ text: 'x', found: true }],
  })

  test('conversations stand in the order of their best find, each with all of its finds', () => {
    const hits = [hit('b', null), hit('a', 't1'), hit('b', 't2'), hit('a', 't3')]
    expect(groupHits(hits)).toEqual([
      { conversationId: 'b', title: 'B', titleHit: hits[0], hits: [hits[2]] },
      { conversationId: 'a', title: 'A', titleHit: null, hits: [hits[1], hits[3]] },
    ])
  })

  test('what was found is counted, titles included, and a list that was cut says so', () => {
    const groups = groupHits([hit('b', null), hit('a', 't1')])
    expect([
      describeHits(groups, true),
      describeHits(groups, false),
      describeHits(groups.slice(1), true),
    ]).toEqual([
      '2 finds in 2 conversations',
      'The best 2 finds in 2 conversations',
      '1 find in 1 conversation',
    ])
  })
})

describe('shorten lead', () => {
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
})
