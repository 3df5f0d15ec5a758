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

  test('sorts conversations by their best hit, each with all of its hits', () => {
    const hits = [hit('b', null), hit('a', 't1'), hit('b', 't2'), hit('a', 't3')]
    expect(groupHits(hits)).toEqual([
      { conversationId: 'b', title: 'B', titleHit: hits[0], hits: [hits[2]] },
      { conversationId: 'a', title: 'A', titleHit: null, hits: [hits[1], hits[3]] },
    ])
  })

  test('counts hits, titles included, and says if the list is cut off', () => {
    const groups = groupHits([hit('b', null), hit('a', 't1')])
    expect([
      describeHits(groups, true),
      describeHits(groups, false),
      describeHits(groups.slice(1), true),
    ]).toEqual(['2 results in 2 chats', 'Top 2 results in 2 chats', '1 result in 1 chat'])
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

  test('a short lead, and a hit at the start or none at all, stay as they are', () => {
    const none = [{ text: 'A text without any find, and longer than that', found: false }]
    expect([shortenLead(find('of the ')), shortenLead(find()), shortenLead(none)]).toEqual([
      find('of the '),
      find(),
      none,
    ])
  })
})
