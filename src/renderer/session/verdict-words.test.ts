// The words of a test's verdicts.
import { expect, test } from 'vitest'
import { checkVerdicts } from '#shared/schemas/upstream-report'
import { summarise, verdictWords } from './verdict-words'

test('every verdict has a sentence of its own, and every one that is not well says what to try', () => {
  const said = checkVerdicts.map((verdict) => verdictWords[verdict].says)
  expect(new Set(said).size).toBe(checkVerdicts.length)
  for (const verdict of checkVerdicts) {
    const { mark, says, advice } = verdictWords[verdict]
    expect(says, verdict).toMatch(/^[A-Z].*\.$/)
    if (mark === 'ok') expect(advice).toBe('')
    else expect(advice, verdict).toMatch(/^[A-Z].*\.$/)
  }
  expect(checkVerdicts.filter((verdict) => verdictWords[verdict].mark !== 'bad')).toEqual([
    'working',
    'slow',
    'no-key',
    'key-unreadable',
    'key-entered-elsewhere',
  ])
})

test('a finished test is told in one breath', () => {
  const part = { milliseconds: 12, detail: '', request: 'GET /v1beta/models' }
  const parts = [
    { ...part, part: 'gemini' as const, verdict: 'working' as const },
    { ...part, part: 'openai' as const, verdict: 'unauthorised' as const },
  ]
  expect(summarise({ parts, models: [] })).toBe('Gemini API: It works. OpenAI API: The key is refused.')
})
