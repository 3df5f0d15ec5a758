import { describe, expect, test } from 'vitest'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import { collectFinishedBlocks, describeFinished, listFinished, type PendingText } from './answer-text'
import { emptyChat, foldChat } from './fold-chat'
import { makeSnapshot, makeTurn } from './turn.fixture'

describe('finished turns', () => {
  const running = foldChat(emptyChat, [makeSnapshot([makeTurn({ state: 'running' })])])

  test('an answer that was seen running is announced once, an old one never', () => {
    const ended = foldChat(running, [{ type: 'turn', turn: makeTurn() }])
    expect(listFinished(running, ended).map((turn) => turn.id)).toEqual(['a1'])
    expect(listFinished(ended, ended)).toEqual([])
    expect(listFinished(emptyChat, ended)).toEqual([])
  })

  test('each end has its sentence, and thoughts are not read out', () => {
    const thoughtful = makeTurn({ parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }] })
    const failed = makeTurn({ state: 'failed', error: { code: 'UNAVAILABLE', message: 'No connection.' } })
    expect([
      describeFinished(thoughtful),
      describeFinished(failed),
      describeFinished(makeTurn({ state: 'stopped' })),
      describeFinished(makeTurn({ parts: [{ text: 'x'.repeat(500) }] })).length,
    ]).toEqual(['Response complete. Yes.', 'Response failed. No connection.', 'Response stopped', 320])
  })

  test('announces a picture as one, but not a draft of it in the thoughts', () => {
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

  test('the signs of Markdown are not read out', () => {
    const text =
      '# Title\n\nSee [the page](https://x.example) for `code`.\n\n| a | b |\n| :-- | --: |\n| **1** | 2 |'
    expect(describeFinished(makeTurn({ parts: [{ text }] }))).toBe(
      'Response complete. Title See the page for code . a b 1 2',
    )
  })
})

describe('spoken blocks', () => {
  const delta = (...deltas: TurnDelta[]): ChatEvent => ({ type: 'delta', turnId: 'a1', deltas })
  const hear = (before: PendingText, event: ChatEvent, change: Partial<Turn> = {}) =>
    collectFinishedBlocks(before, [event], () => makeTurn({ state: 'running', ...change }))

  test('a block is read out once its end has come, whole, though it came in pieces', () => {
    const begun = hear(new Map(), delta({ index: 0, parts: [{ text: 'Light ' }] }))
    const grown = hear(begun.pendingText, delta({ index: 0, append: '**bends**.\n' }))
    const ended = hear(grown.pendingText, delta({ index: 0, append: '\nIn drops' }))
    expect([begun.blocks, grown.blocks, ended.blocks]).toEqual([[], [], ['Light bends .']])
    expect([...ended.pendingText]).toEqual([['a1', 'In drops']])
  })

  test('thoughts are not read out', () => {
    const parts = [{ text: 'Hm.\n\nSo.', thought: true }]
    const { pendingText, blocks } = hear(new Map(), delta({ index: 0, append: 'So.\n\n' }), { parts })
    expect([blocks, [...pendingText]]).toEqual([[], [['a1', '']]])
  })

  test('does not announce compared answers while they are streamed', () => {
    const event = delta({ index: 0, append: 'One.\n\n' })
    expect(hear(new Map(), event, { comparison: 'c' })).toEqual({ pendingText: new Map(), blocks: [] })
  })

  test('a new snapshot clears pending text', () => {
    const { pendingText } = hear(new Map(), delta({ index: 0, append: 'Half' }))
    expect([...hear(pendingText, makeSnapshot([])).pendingText]).toEqual([])
  })
})
