// Exported transcripts: file names, content, and notes about estimated times.
import { expect, test } from 'vitest'
import type { TranscriptFormat } from '#shared/schemas/transcription-job'
import { formatTranscript, removeExtension } from './format-transcript'

const transcript = {
  sourceName: 'Talk: part 1.mp3',
  seconds: 3725,
  settings: { model: 'gen-4o-transcribe', language: 'en' },
  sentAs: ['whisper-large-v3'],
  createdAt: Date.UTC(2026, 10, 21),
  words: 6,
  text: 'Tom & <Ann> say:\n# 1. is *it*',
  cuts: [
    { at: 0, from: 2000, to: 4000 },
    { at: 17, from: 4000, to: 3_725_000 },
  ],
}
const format = (to: TranscriptFormat) => formatTranscript(transcript, to, (span) => [span])

test('plain text contains only the text, in a file named after the audio', () => {
  expect(format('txt')).toEqual({ name: 'Talk part 1.txt', text: `${transcript.text}\n` })
})

test('only an extension is removed from a name', () => {
  expect(
    ['a.mpga', 'a.M4A', 'b.3gp', 'Interview Dr. Smith', 'Talk v1.2', '.mp3'].map(removeExtension),
  ).toEqual([...['a', 'a', 'b', 'Interview Dr. Smith', 'Talk v1.2', '.mp3']])
})

test('Markdown has the metadata and the escaped text', () => {
  expect(format('markdown')).toEqual({
    name: 'Talk part 1.md',
    text: [
      '# Talk: part 1.mp3\n',
      '- Length: 1:02:05',
      '- Words: 6',
      '- Model: gen-4o-transcribe → whisper-large-v3',
      '- Language: en',
      '- Transcribed: 2026-11-21T00:00:00.000Z\n',
      'Tom \\& \\<Ann> say:  ',
      '\\# 1. is \\*it\\*\n',
    ].join('\n'),
  })
})

test('SRT has a note about estimated times in its name, and only spoken cues', () => {
  expect(format('srt')).toEqual({
    name: 'Talk part 1 (estimated).srt',
    text: [
      '1\n00:00:02,000 --> 00:00:04,000\nTom & <Ann> say:\n',
      '2\n00:00:04,000 --> 00:00:14,000\n# 1. is *it*\n',
    ].join('\n'),
  })
})

test('WebVTT has a note about estimated times', () => {
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

test('JSON separates exact from estimated times', () => {
  const { name, text } = format('json')
  expect([name, JSON.parse(text)]).toEqual([
    'Talk part 1.json',
    {
      sentAs: ['whisper-large-v3'],
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
