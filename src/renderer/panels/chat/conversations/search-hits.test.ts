import { describe, expect, test } from 'vitest'
import type { SearchHit } from '#shared/schemas/search-hit'
import { groupHits, shortenLead } from './SearchHits'

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
})

describe('shorten lead', () => {
  const find = (...leads: string[]) => [
    ...leads.map((text) => ({ text, found: false })),
    { text: 'rainbow', found: true },
    { text: ' after', found: false },
  ]

  test('cuts a long lead at a word, and preserves the text after the match', () => {
    expect(shortenLead(find('A very long sentence about ', 'the many colours of a '))).toEqual(
      find('…the many colours of a '),
    )
  })

  test('does not change a short lead, a hit at the start, or a text without a hit', () => {
    const none = [{ text: 'A text without any find, and longer than that', found: false }]
    expect([shortenLead(find('of the ')), shortenLead(find()), shortenLead(none)]).toEqual([
      find('of the '),
      find(),
      none,
    ])
  })
})
