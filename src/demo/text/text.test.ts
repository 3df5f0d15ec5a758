// Answers in words: sums, memory of the conversation, length and form.
import { expect, test } from 'vitest'
import { answerText } from '../service.fixture'
import { solve } from './arithmetic'
import { wordsOf } from './words'

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
  ['1 / 0', 'undefined: it divides by zero'],
  ['17% of 80', '13.6'],
  ['A train leaves at 9:40 and arrives at 12:05. How long?', '2 h 25 min'],
  [
    'A train leaves at 9:40 and arrives at 12:05, with a stop of 18 minutes. How long is it moving?',
    '2 h 7 min',
  ],
  ['From 23:30 to 0:15, how long is it?', '45 min (past midnight)'],
  ['on 2024-05-06', undefined],
  ['call 555-1234', undefined],
  ['(2 + ', undefined],
])('%s is %s', (prompt, answer) => {
  expect(solve(prompt)?.answer).toBe(answer)
})

const conversation = ['Name a river in Europe.', 'The Danube.', 'My name is Ada.', 'Hello Ada.']

test.each([
  ['What did I ask first?', 'Your first message was:\n\n> Name a river in Europe.'],
  ['What was my last question?', '> My name is Ada.'],
  ['What did you say first?', '> The Danube.'],
  ['What is my name?', 'your name is **Ada**'],
  [
    'Summarise our conversation',
    '1. You: “Name a river in Europe.” – I: The Danube.\n2. You: “My name is Ada.” – I: Hello Ada.',
  ],
  ['Why is it so long?', 'You are following up on “My name is Ada.”'],
])('%s is answered from the conversation', async (prompt, expected) => {
  expect(await answerText([...conversation, prompt])).toContain(expected)
})

test('counting goes up, down and from anywhere', async () => {
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
])('%s: about so many words, and about the topic', async (prompt, words) => {
  const text = await answerText(prompt)
  expect(Math.abs(wordsOf(text).length / words - 1)).toBeLessThan(0.35)
  expect(text).toMatch(/^# /)
})

test('Markdown comes in many forms: table, list, code, headings', async () => {
  expect(await answerText('Compare tea and coffee in a table')).toMatch(
    /\| Aspect \| Tea \| Coffee \|\n\|---\|---\|---\|\n\| \*\*Best at\*\*/,
  )
  expect((await answerText('Give me 7 ideas for a birthday')).match(/^\d+\. /gm)).toHaveLength(7)
  expect(await answerText('Write a TypeScript function for primes')).toContain(
    '```typescript\nfunction primes(limit: number)',
  )
  expect(
    await answerText(
      'Explain in detail how a printing press works and why it changed the way people wrote and read',
    ),
  ).toMatch(/^## .*\n\n[\s\S]*### /)
})

test('a summary is made of the text’s own sentences', async () => {
  const text = await answerText(
    'Summarise in one sentence: The harbour is old. The harbour wall protects the harbour boats. Gulls cry. Rain falls.',
  )
  expect(text).toContain(
    'The harbour wall protects the harbour boats.\n\nChosen by counting: 1 of 4 sentences',
  )
})

test('answers keep to the number of sentences asked for', async () => {
  const text = await answerText(['Hi', 'Hello', 'Explain in two sentences how a rainbow forms.'])
  expect(text.match(/[.!?](?=\s|$)/g)).toHaveLength(2)
})

test.each([
  ['Explain how a rainbow forms, first to a child, then to a physicist.', /## For a physicist[\s\S]*\$\$D/],
  ['Compare SQLite, PostgreSQL and DuckDB in a table.', /\| Aspect \| SQLite \| PostgreSQL \| DuckDB \|/],
  [
    'Write a TypeScript function that groups an array by a key, with an example of its use.',
    /function groupBy<Item, Key>[\s\S]*console\.log\(groupBy/,
  ],
  ['Show me the quadratic formula', /\\frac\{-b/],
])('the sample card “%s” has a sample response of its own', async (prompt, expected) => {
  expect(await answerText(prompt)).toMatch(expected)
})

test('a program that is not among the samples is not claimed to be one', async () => {
  expect(await answerText('Write a Python script that renames my photos')).toContain(
    'No model is behind the demo service to write that program.',
  )
})
