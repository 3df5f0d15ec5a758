import { describe, expect, test } from 'vitest'
import { createFetchQueue, pickMissingTurns } from './fetch-turns'
import { addFetched, emptyChat, foldChat, markMissing } from './fold-chat'
import { conversationFixture, makeSnapshot, makeTurn } from './turn.fixture'

describe('choose missing', () => {
  const branch = Array.from({ length: 10_000 }, (_, index) => `t${index}`)
  const turnsOf = (ids: readonly string[]) => ids.map((id) => makeTurn({ id }))
  const chat = foldChat(emptyChat, [makeSnapshot(turnsOf(branch.slice(-30)), { branch })])

  test('at the end of a long conversation nothing is fetched until its older turns come near', () => {
    expect(pickMissingTurns(chat, { from: 9_990, to: 9_999 })).toEqual([])
    expect(pickMissingTurns(chat, { from: 9_981, to: 9_990 })[0]).toBe('t9969')
  })

  test('a request has at most fifty turns, those in view first, without gaps around them', () => {
    const chosen = pickMissingTurns(chat, { from: 5_000, to: 5_009 })
    expect(chosen).toHaveLength(50)
    expect(chosen.slice(0, 10)).toEqual(branch.slice(5_000, 5_010))
    const fetched = addFetched(chat, { requested: chosen, turns: turnsOf(chosen) })
    expect(pickMissingTurns(fetched, { from: 5_000, to: 5_009 })).toEqual([])
  })

  test('scrolling from the end to the beginning fetches every turn once', () => {
    let grown = chat
    const requested: string[] = []
    for (let from = 9_990; from >= 0; from -= 5) {
      const chosen = pickMissingTurns(grown, { from, to: from + 9 })
      requested.push(...chosen)
      grown = addFetched(grown, { requested: chosen, turns: turnsOf(chosen) })
    }
    expect([requested.length, new Set(requested).size]).toEqual([9_970, 9_970])
  })

  test('a turn that did not come is not requested for again by itself', () => {
    const lost = markMissing(chat, branch.slice(0, 9_970), 'No connection.')
    expect(pickMissingTurns(lost, { from: 100, to: 110 })).toEqual([])
  })

  test('answers that are compared with one in view are fetched with it', () => {
    const compared = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'a1', comparison: 'c' }), makeTurn({ id: 'b1' })], {
        alternates: { a1: ['a1', 'a2', 'a3'], b1: ['b1', 'b2'] },
      }),
    ])
    expect(pickMissingTurns(compared, { from: 0, to: 1 })).toEqual(['a2', 'a3'])
  })

  test('variations of a drawing are fetched with the one on the branch, and so are its alternates', () => {
    const drawing = foldChat(emptyChat, [
      makeSnapshot([makeTurn({ id: 'p1', role: 'user' }), makeTurn({ id: 'a1' })], {
        conversation: { ...conversationFixture, kind: 'images' },
        alternates: { a1: ['a1', 'a2'], p1: ['p1', 'p2'] },
      }),
    ])
    expect(pickMissingTurns(drawing, { from: 0, to: 1 })).toEqual(['p2', 'a2'])
  })
})

describe('fetch queue', () => {
  test('during a request only the newest one waits, and chooses its turns when it starts', async () => {
    const requested: string[][] = []
    const arrivals: (() => void)[] = []
    const queue = createFetchQueue((conversationId, turnIds) => {
      requested.push([conversationId, ...turnIds])
      return new Promise((resolve) => arrivals.push(resolve))
    })
    queue.request('c', () => ['first'])
    queue.request('c', () => ['passed by'])
    queue.request('c', () => ['last'])
    queue.request('other', () => ['its own'])
    expect(requested).toEqual([
      ['c', 'first'],
      ['other', 'its own'],
    ])
    arrivals[0]?.()
    await expect.poll(() => requested.length).toBe(3)
    expect(requested[2]).toEqual(['c', 'last'])
  })

  test('a request whose turns have been loaded meanwhile fetches nothing', () => {
    const requested: unknown[] = []
    const queue = createFetchQueue(async (...fetch) => void requested.push(fetch))
    queue.request('c', () => [])
    expect(requested).toEqual([])
  })
})
