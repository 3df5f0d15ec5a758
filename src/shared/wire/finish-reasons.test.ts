// Names of finish reasons.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKnownFinishReason, readFinishReason } from './finish-reasons'

test.each([
  ['eos', 'STOP'],
  ['end_turn', 'STOP'],
  ['stop_sequence', 'STOP'],
  ['COMPLETE', 'STOP'],
  ['max_tokens', 'MAX_TOKENS'],
  ['content_filter', 'SAFETY'],
])('%s is %s in any case, with any separator', (name, reason) => {
  const letters = fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length })
  fc.assert(
    fc.property(letters, fc.constantFrom('_', '-', ' '), (areCapitals, separator) => {
      const written = [...name].map((letter, at) =>
        areCapitals[at] ? letter.toUpperCase() : letter.toLowerCase(),
      )
      expect(readFinishReason(written.join('').replaceAll('_', separator))).toBe(reason)
    }),
  )
})

test('an unknown reason stays as it is', () => {
  expect([readFinishReason('RECITATION'), isKnownFinishReason('RECITATION')]).toEqual(['RECITATION', false])
})
