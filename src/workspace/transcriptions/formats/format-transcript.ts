// Writes a transcript as a file that other programs read: plain text, Markdown, JSON, subtitles.
import type { Cut, TranscriptFormat, TranscriptionSettings } from '#shared/schemas/transcription-job'
import { toFileName } from '../../user-data/file-name'
import { estimateCues, type FindSpeech, listSpans } from './cues'
import { writeMarkdown } from './write-markdown'
import { writeSrt, writeVtt } from './write-subtitles'

interface FormattedTranscript {
  /** As the user's file is named. */
  readonly sourceName: string
  readonly seconds: number | null
  readonly settings: TranscriptionSettings
  readonly createdAt: number
  readonly words: number
  readonly text: string
  readonly cuts: readonly Cut[]
}

const endings: Readonly<Record<TranscriptFormat, string>> = {
  txt: '.txt',
  markdown: '.md',
  json: '.json',
  srt: ' (estimated).srt',
  vtt: ' (estimated).vtt',
}

/** `findSpeech` is asked for subtitles alone. */
export function formatTranscript(
  transcript: FormattedTranscript,
  format: TranscriptFormat,
  findSpeech: FindSpeech,
): { readonly name: string; readonly text: string } {
  const stem = toFileName(stripEnding(transcript.sourceName))
  return { name: `${stem}${endings[format]}`, text: write(transcript, format, findSpeech) }
}

export function stripEnding(name: string): string {
  return name.replace(/(?<=.)\.[^./\\]{1,8}$/, '')
}

function write(transcript: FormattedTranscript, format: TranscriptFormat, findSpeech: FindSpeech): string {
  const { text, cuts } = transcript
  switch (format) {
    case 'txt':
      return `${text}\n`
    case 'markdown':
      return writeMarkdown(transcript)
    case 'json':
      return writeJson(transcript, findSpeech)
    case 'srt':
      return writeSrt(estimateCues(text, cuts, findSpeech))
    case 'vtt':
      return writeVtt(estimateCues(text, cuts, findSpeech))
  }
}

/** Seconds, as other programs' JSON has them. The pieces' times are known, the cues' are not. */
function writeJson(transcript: FormattedTranscript, findSpeech: FindSpeech): string {
  const { sourceName, seconds, settings, createdAt, words, text, cuts } = transcript
  const inSeconds = ({ from, to, text: said }: { from: number; to: number; text: string }) => ({
    start: from / 1000,
    end: to / 1000,
    text: said.replace(/\n/g, ' '),
  })
  const content = {
    source: { name: sourceName, seconds },
    ...settings,
    createdAt: new Date(createdAt).toISOString(),
    words,
    text,
    /** Of the cues. */
    estimated: true,
    pieces: listSpans(text, cuts).map((span) => ({
      start: span.from / 1000,
      end: span.to / 1000,
      text: span.text,
    })),
    cues: estimateCues(text, cuts, findSpeech).map(inSeconds),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
