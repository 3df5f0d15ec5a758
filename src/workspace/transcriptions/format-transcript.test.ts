// A transcript as files: named after the sound, and honest about what is estimated.
import { expect, test } from 'vitest'
import type { TranscriptFormat } from '#shared/schemas/transcription-job'
import { formatTranscript } from './format-transcript'

const transcript = {
  sourceName: 'Talk: part 1.mp3',
  seconds: 3725,
  settings: { model: 'gen-4o-transcribe', language: 'en' },
  createdAt: Date.UTC(2026, 10, 21),
  words: 6,
  text: 'Tom & <Ann> say:\n# 1. is *it*',
  cuts: [
    { at: 0, from: 2000, to: 4000 },
    { at: 17, from: 4000, to: 3_725_000 },
  ],
}
const format = (to: TranscriptFormat) => formatTranscript(transcript, to, (span) => [span])

test('plain text is the text, in a file of the name of the sound', () => {
  expect(format('txt')).toEqual({ name: 'Talk part 1.txt', text: `${transcript.text}\n` })
})

test('Markdown says what it is of, and reads as what was said', () => {
  expect(format('markdown')).toEqual({
    name: 'Talk part 1.md',
    text: [
      '# Talk: part 1.mp3\n',
      '- Length: 1:02:05',
      '- Words: 6',
      '- Model: gen-4o-transcribe',
      '- Language: en',
      '- Transcribed: 2026-11-21T00:00:00.000Z\n',
      'Tom \\& \\<Ann> say:  ',
      '\\# 1. is \\*it\\*\n',
    ].join('\n'),
  })
})

test('SRT says in its name and in its first cue that its times are estimated', () => {
  expect(format('srt')).toEqual({
    name: 'Talk part 1 (estimated).srt',
    text: [
      '1\n00:00:00,000 --> 00:00:02,000\n[Times are estimated]\n',
      '2\n00:00:02,000 --> 00:00:04,000\nTom & <Ann> say:\n',
      '3\n00:00:04,000 --> 00:00:14,000\n# 1. is *it*\n',
    ].join('\n'),
  })
})

test('WebVTT says in a note that its times are estimated', () => {
  expect(format('vtt')).toEqual({
    name: 'Talk part 1 (estimated).vtt',
    text: [
      'WEBVTT\n',
      'NOTE Subtitle times are estimated because the provider returned only text.\n',
      '00:00:02.000 --> 00:00:04.000\nTom &amp; &lt;Ann&gt; say:\n',
      '00:00:04.000 --> 00:00:14.000\n# 1. is *it*\n',
    ].join('\n'),
  })
})

test('JSON tells what is known of the times apart from what is estimated', () => {
  const { name, text } = format('json')
  expect([name, JSON.parse(text)]).toEqual([
    'Talk part 1.json',
    {
      source: { name: 'Talk: part 1.mp3', seconds: 3725 },
      model: 'gen-4o-transcribe',
      language: 'en',
      createdAt: '2026-11-21T00:00:00.000Z',
      words: 6,
      text: transcript.text,
      estimated: true,
      pieces: [
        { start: 2, end: 4, text: 'Tom & <Ann> say:' },
        { start: 4, end: 3725, text: '# 1. is *it*' },
      ],
      cues: [
        { start: 2, end: 4, text: 'Tom & <Ann> say:' },
        { start: 4, end: 14, text: '# 1. is *it*' },
      ],
    },
  ])
})
