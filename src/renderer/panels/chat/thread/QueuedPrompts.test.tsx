// Prompts on one line.
import { expect, test } from 'vitest'
import { summarizePrompt } from './QueuedPrompts'

test('joins texts on one line, and counts files in either spelling', () => {
  expect(
    summarizePrompt([
      { inline_data: { mime_type: 'image/png', media: 'a' } },
      { fileData: { fileUri: 'https://x.example' } },
      { text: 'What\n\nis  this?' },
    ]),
  ).toEqual({ text: 'What is this?', files: 2 })
})

test('truncates a long prompt', () => {
  expect(summarizePrompt([{ text: 'x'.repeat(9_000) }]).text).toHaveLength(300)
})
