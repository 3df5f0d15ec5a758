import { expect, test } from 'vitest'
import { isLongPrompt } from './turn-view'

test('a prompt is long by its lines or by its characters, and never because of its files', () => {
  const isLong = (...parts: Parameters<typeof isLongPrompt>[0]['parts']) => isLongPrompt({ parts })
  expect([
    isLong({ text: 'x'.repeat(1600) }),
    isLong({ text: 'line\n'.repeat(16) }),
    isLong({ inlineData: { mimeType: 'image/png', media: 'ab' } }, { text: 'What is it?' }),
  ]).toEqual([false, false, false])
  expect([
    isLong({ text: 'x'.repeat(1700) }),
    isLong({ text: 'line\n'.repeat(30) }),
    isLong({ text: 'line\n'.repeat(12) }, { text: 'line\n'.repeat(12) }),
  ]).toEqual([true, true, true])
})
