// Prompts in one line.
import { expect, test } from 'vitest'
import { summarisePrompt } from './summarise-prompt'

test('words stand in one line, files are counted in either spelling', () => {
  expect(
    summarisePrompt([
      { inline_data: { mime_type: 'image/png', media: 'a' } },
      { fileData: { fileUri: 'https://x.example' } },
      { text: 'What\n\nis  this?' },
    ]),
  ).toEqual({ text: 'What is this?', files: 2 })
})

test('a long prompt is cut', () => {
  expect(summarisePrompt([{ text: 'x'.repeat(9_000) }]).text).toHaveLength(300)
})
