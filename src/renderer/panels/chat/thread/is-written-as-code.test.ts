// Which texts are edited as code.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { isWrittenAsCode } from './is-written-as-code'

test('JSON and code are, prose is not', () => {
  const texts = ['{"a": [1]}', ' [\n 1\n]\n', '```js\nlet x\n```', '```\na\n```\nAnd then:\n```\nb\n```']
  expect(
    [...texts, '12', '[1] says so.', 'Use `x`.', ''].map((text) => isWrittenAsCode(makeTurn(), text)),
  ).toEqual([true, true, true, false, false, false, false, false])
})

test('an answer that was asked for as JSON is, even where it broke off; the prompt before it is not', () => {
  const structured = { on: true, schema: {}, sentAs: 'responseSchema' } as const
  const parameters = { model: 'gen-2.5-flash', structured }
  const turns = [
    makeTurn({ parameters }),
    makeTurn({ parameters: { ...parameters, structured: { ...structured, on: false } } }),
    makeTurn({ role: 'user', parameters }),
  ]
  expect(turns.map((turn) => isWrittenAsCode(turn, '{"a":'))).toEqual([true, false, false])
})
