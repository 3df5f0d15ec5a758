// Text answers: arithmetic, the conversation so far, length and format.
import { expect, test } from 'vitest'
import { answerText } from '../service.fixture'
import { wordsOf } from './words'
import { solve } from './write-answer'

test.each([
  ['What is 12 * (3 + 4)?', '84'],
  ['2+2', '4'],
  ['10 - 4 - 3', '3'],
  ['2 ^ 3 ^ 2', '512'],
  ['-3 + 5', '2'],
  ['What is seven', undefined],
  ['1,200 divided by 8', '150'],
  ['3 x 7', '21'],
  ['0.1 + 0.2', '0.3'],
  ['9 squared', '81'],
  ['1 / 0', 'undefined (division by zero)'],
  ['17% of 80', '13.6'],
  ['on 2024-05-06', undefined],
  ['call 555-1234', undefined],
  ['(2 + ', undefined],
])('%s is %s', (prompt, answer) => {
  expect(solve(prompt)?.answer).toBe(answer)
})

const conversation = ['Name a river in Europe.', 'The Danube.', 'My name is Ada.', 'Hello Ada.']

const recap =
  '1. You: “Name a river in Europe.” – Demo: The Danube.\n2. You: “My name is Ada.” – Demo: Hello Ada.'

test('questions about the conversation are answered from it', async () => {
  for (const prompt of ['What did I ask first?', 'What is my name?', 'Summarise our conversation'])
    expect(await answerText([...conversation, prompt])).toContain(recap)
  expect(await answerText([...conversation, 'Why is it so long?'])).toContain(
    'You are following up on “My name is Ada.”',
  )
})

test('counting goes up, down and from any number', async () => {
  for (const [prompt, expected] of [
    ['Count to two.', '1, 2'],
    ['Count from 5 to 3', '5, 4, 3'],
    ['please count up to 3', '1, 2, 3'],
  ] as const) {
    expect((await answerText(prompt)).split('\n')[0]).toBe(expected)
  }
})

test.each([
  ['Write 2000 words about lighthouses', 2000],
  ['Write a story of 120 words about rain', 120],
  ['A 500 word essay on clocks', 500],
])('%s: about the requested number of words, and about the topic', async (prompt, words) => {
  const text = await answerText(prompt)
  expect(Math.abs(wordsOf(text).length / words - 1)).toBeLessThan(0.35)
  expect(text).toMatch(/^# /)
})

test.each([
  ['Explain how a rainbow forms, first to a child, then to a physicist.', /## For a physicist[\s\S]*\$\$D/],
  ['Compare SQLite, PostgreSQL and DuckDB in a table.', /\| Aspect \| SQLite \| PostgreSQL \| DuckDB \|/],
  [
    'Write a TypeScript function that groups an array by a key, with a usage example.',
    /function groupBy<Item, Key>[\s\S]*console\.log\(groupBy/,
  ],
  ['Show me the quadratic formula', /\\frac\{-b/],
  [
    'A train leaves at 9:40 and arrives at 12:05, with an 18-minute stop. How long is it moving? Show your reasoning.',
    /2 h 25 min[\s\S]*2 h 7 min/,
  ],
  ['Write a haiku about rivers.', /^.+\n.+\n.+\n\n---/],
])('the sample card “%s” has its own sample response', async (prompt, expected) => {
  expect(await answerText(prompt)).toMatch(expected)
})

test('a system instruction with a long list of numbers does not delay the answer', async () => {
  const numbers = Array.from({ length: 300_000 }, (_, index) => index % 100).join()
  const systemInstruction = { parts: [{ text: `Choose from [${numbers}]` }] }
  expect(await answerText('Hello', { systemInstruction })).not.toBe('')
})
