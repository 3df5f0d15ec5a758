// Pieces as the segments of a bar.
import { expect, test } from 'vitest'
import type { Piece } from '#shared/schemas/transcription-job'
import { toPieceRuns } from './PiecesBar'

const piece = (from: number, to: number, part: Partial<Piece>): Piece => ({
  from,
  to,
  begins: 'silence',
  state: 'waiting',
  sent: 0,
  bytes: null,
  ...part,
})

test('each segment is as wide as its piece is long, and filled as far as it was sent', () => {
  expect(
    toPieceRuns([
      piece(0, 3000, { begins: 'start', state: 'done', sent: 9, bytes: 9 }),
      piece(3000, 4000, { begins: 'speech', state: 'sending', sent: 5, bytes: 20 }),
      piece(4000, 4000, { state: 'failed' }),
      piece(4000, 5000, {}),
    ]),
  ).toEqual([
    { state: 'done', length: 3000, share: 1, isSplitInSpeech: false },
    { state: 'sending', length: 1000, share: 0.25, isSplitInSpeech: true },
    { state: 'failed', length: 1, share: 1, isSplitInSpeech: false },
    { state: 'waiting', length: 1000, share: 0, isSplitInSpeech: false },
  ])
})

test('many segments are joined by state, and the total length stays', () => {
  const pieces = Array.from({ length: 600 }, (_, at) =>
    piece(at * 1000, (at + 1) * 1000, { state: at < 200 ? 'done' : at === 200 ? 'sending' : 'waiting' }),
  )
  expect(toPieceRuns(pieces).map(({ state, length }) => [state, length])).toEqual([
    ['done', 200_000],
    ['sending', 1000],
    ['waiting', 399_000],
  ])
})
