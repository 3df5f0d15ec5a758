import { describe, expect, test } from 'vitest'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import { collectFinishedBlocks, describeFinished, listFinished, type PendingText } from './answer-text'
import { emptyChat, foldChat } from './fold-chat'
import { makeSnapshot, makeTurn } from './turn.fixture'

describe('finished answers', () => {
  const running = foldChat(emptyChat, [makeSnapshot([makeTurn({ state: 'running' })])])

  test('announces an answer that was running once, and an old one never', () => {
    const ended = foldChat(running, [{ type: 'turn', turn: makeTurn() }])
    expect(listFinished(running, ended).map((turn) => turn.id)).toEqual(['a1'])
    expect(listFinished(ended, ended)).toEqual([])
    expect(listFinished(emptyChat, ended)).toEqual([])
  })

  test('announces each outcome, without the thoughts', () => {
    const withThoughts = makeTurn({ parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }] })
    const failed = makeTurn({ state: 'failed', error: { code: 'UNAVAILABLE', message: 'No connection.' } })
    expect([
      describeFinished(withThoughts),
      describeFinished(failed),
      describeFinished(makeTurn({ state: 'stopped' })),
      describeFinished(makeTurn({ parts: [{ text: 'x'.repeat(500) }] })).length,
    ]).toEqual(['Response complete. Yes.', 'Response failed. No connection.', 'Response stopped', 320])
  })

  test('announces an image, but not a draft image in the thoughts', () => {
    const picture = { inlineData: { mimeType: 'image/png', media: 'm1' } }
    expect([
      describeFinished(makeTurn({ parts: [{ text: 'A boat.' }, picture] })),
      describeFinished(makeTurn({ parts: [{ ...picture, thought: true }, { text: 'No.' }] })),
    ]).toEqual(['Image ready. A boat.', 'Response complete. No.'])
  })

  test('announces only the rest of the text at the end', () => {
    const turn = makeTurn({ parts: [{ text: 'One.\n\nTwo.' }] })
    expect([describeFinished(turn, 'Two.'), describeFinished(turn, '')]).toEqual([
      'Response complete. Two.',
      'Response complete',
    ])
  })

  test('removes Markdown markup', () => {
    const text =
      '# Title\n\nSee [the page](https://x.example) for `code`.\n\n| a | b |\n| :-- | --: |\n| **1** | 2 |'
    expect(describeFinished(makeTurn({ parts: [{ text }] }))).toBe(
      'Response complete. Title See the page for code . a b 1 2',
    )
  })
})

describe('announced blocks', () => {
  const delta = (...deltas: TurnDelta[]): ChatEvent => ({ type: 'delta', turnId: 'a1', deltas })
  const collectBlocks = (before: PendingText, event: ChatEvent, change: Partial<Turn> = {}) =>
    collectFinishedBlocks(before, [event], () => makeTurn({ state: 'running', ...change }))

  test('announces a streamed block as a whole, once it is complete', () => {
    const started = collectBlocks(new Map(), delta({ index: 0, parts: [{ text: 'Light ' }] }))
    const continued = collectBlocks(started.pendingText, delta({ index: 0, append: '**bends**.\n' }))
    const ended = collectBlocks(continued.pendingText, delta({ index: 0, append: '\nIn drops' }))
    expect([started.blocks, continued.blocks, ended.blocks]).toEqual([[], [], ['Light bends .']])
    expect([...ended.pendingText]).toEqual([['a1', 'In drops']])
  })

  test('does not announce thoughts', () => {
    const parts = [{ text: 'Hm.\n\nSo.', thought: true }]
    const { pendingText, blocks } = collectBlocks(new Map(), delta({ index: 0, append: 'So.\n\n' }), {
      parts,
    })
    expect([blocks, [...pendingText]]).toEqual([[], [['a1', '']]])
  })

  test('does not announce compared answers while they are streamed', () => {
    const event = delta({ index: 0, append: 'One.\n\n' })
    expect(collectBlocks(new Map(), event, { comparison: 'c' })).toEqual({
      pendingText: new Map(),
      blocks: [],
    })
  })
})
