// Continuing an incomplete answer of the demo service: the rest follows exactly where the text ends.
import { expect, test } from 'vitest'
import { continuationPrompt } from '#shared/schemas/gemini-requests'
import { answerText, generate, promptBody, textOf } from './service.fixture'

const prompts = [
  'Write 450 words about rivers.',
  'Write a TypeScript function that groups an array by a key, with a usage example.',
  'Compare SQLite, PostgreSQL, and DuckDB in a table.',
  'Count to 40.',
  'Give me five tips about bees.',
]

test.each(prompts)('%s is continued without a lost or repeated character', async (prompt) => {
  const whole = await answerText(prompt)
  // Within words, after spaces, and at the ends of lines, also inside code and tables.
  const step = Math.max(1, Math.floor(whole.length / 23))
  for (let length = 1; length < whole.length; length += step) {
    const partial = whole.slice(0, length)
    expect(partial + (await answerText([prompt, partial, continuationPrompt]))).toBe(whole)
  }
})

test('an answer is continued as often as the token limit cuts it off, and ends with STOP', async () => {
  const [, prompt = ''] = prompts
  const rest = { generationConfig: { maxOutputTokens: 60 } }
  let text = ''
  const reasons: (string | undefined)[] = []
  while (reasons.at(-1) !== 'STOP' && reasons.length < 20) {
    const texts = text === '' ? [prompt] : [prompt, text, continuationPrompt]
    const response = await generate(promptBody(texts, rest))
    text += textOf(response)
    reasons.push(response.candidates?.[0]?.finishReason)
  }
  expect(text).toBe(await answerText(prompt))
  expect(reasons.length).toBeGreaterThan(2)
  expect(new Set(reasons.slice(0, -1))).toEqual(new Set(['MAX_TOKENS']))
})
