// Formats transcripts for export.
import { describeSentModel } from '#shared/models/catalog'
import type { Cut, TranscriptFormat, TranscriptionSettings } from '#shared/schemas/transcription-job'
import { toFileName } from '../user-data/exported-files'
import { type Cue, estimateCues, type FindSpeech, listSpans } from './cues'

export interface FormattedTranscript {
  /** The name of the user's file. */
  readonly sourceName: string
  readonly seconds: number | null
  readonly settings: TranscriptionSettings
  /** The models that were used, as the provider names them; empty if that is the requested one. */
  readonly sentAs: readonly string[]
  readonly createdAt: number
  readonly words: number
  readonly text: string
  readonly cuts: readonly Cut[]
}

const extensions: Readonly<Record<TranscriptFormat, string>> = {
  txt: '.txt',
  markdown: '.md',
  json: '.json',
  srt: ' (estimated).srt',
  vtt: ' (estimated).vtt',
}

/** Calls `findSpeech` only for subtitles. */
export function formatTranscript(
  transcript: FormattedTranscript,
  format: TranscriptFormat,
  findSpeech: FindSpeech,
): { readonly name: string; readonly text: string } {
  const baseName = toFileName(removeExtension(transcript.sourceName))
  return { name: `${baseName}${extensions[format]}`, text: write(transcript, format, findSpeech) }
}

export function removeExtension(name: string): string {
  return name.replace(/(?<=.)\.(?=\d*[a-z])[a-z0-9]{2,8}$/i, '')
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

/** Writes times in seconds, like other programs. The times of pieces are exact, those of cues are estimated. */
function writeJson(transcript: FormattedTranscript, findSpeech: FindSpeech): string {
  const { sourceName, seconds, settings, sentAs, createdAt, words, text, cuts } = transcript
  const inSeconds = ({ from, to, text: cueText }: Cue) => ({
    start: from / 1000,
    end: to / 1000,
    text: cueText,
  })
  const content = {
    source: { name: sourceName, seconds },
    ...settings,
    ...(sentAs.length > 0 ? { sentAs } : {}),
    createdAt: new Date(createdAt).toISOString(),
    words,
    text,
    /** Applies to the times of the cues. */
    estimated: true,
    pieces: listSpans(text, cuts).map(inSeconds),
    cues: estimateCues(text, cuts, findSpeech)
      .map((cue) => ({ ...cue, text: cue.text.replace(/\n/g, ' ') }))
      .map(inSeconds),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function writeMarkdown({
  sourceName,
  seconds,
  settings,
  sentAs,
  createdAt,
  words,
  text,
}: FormattedTranscript): string {
  const facts = [
    ...(seconds === null ? [] : [['Length', formatLength(seconds)]]),
    words === 0 && text !== ''
      ? ['Characters', text.length.toLocaleString('en')]
      : ['Words', words.toLocaleString('en')],
    ['Model', describeSentModel(settings.model, sentAs)],
    ...(settings.language ? [['Language', settings.language]] : []),
    ['Transcribed', new Date(createdAt).toISOString()],
  ]
  const list = facts.map(([name, value]) => `- ${name}: ${escapeInline(value ?? '')}`).join('\n')
  return `# ${escapeInline(sourceName)}\n\n${list}\n\n${writeBody(text)}\n`
}

/** Preserves line breaks. */
function writeBody(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeLineStart(escapeInline(line)))
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n')
}

function escapeInline(text: string): string {
  return text.replace(/[\\`*_[\]<&]/g, '\\$&')
}

function escapeLineStart(line: string): string {
  return line.replace(/^(\s*)([#>+\-=~|]|\d+(?=[.)]))/, (_, space: string, marker: string) =>
    /^\d/.test(marker) ? `${space}${marker}\\` : `${space}\\${marker}`,
  )
}

const notice = 'Subtitle times are estimated because the provider returned only text.'

/** Only the file name says that times are estimated, because SRT has no comments. */
function writeSrt(cues: readonly Cue[]): string {
  return `${cues.map((cue, index) => `${index + 1}\n${writeCue(cue, ',')}`).join('\n\n')}\n`
}

function writeVtt(cues: readonly Cue[]): string {
  const escapeTags = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const blocks = cues.map((cue) => writeCue(cue, '.', escapeTags))
  return `${['WEBVTT', `NOTE ${notice}`, ...blocks].join('\n\n')}\n`
}

/** Replaces arrows, which would be parsed as times. */
function writeCue({ from, to, text }: Cue, point: ',' | '.', escapeText = (plain: string) => plain): string {
  return `${writeTime(from, point)} --> ${writeTime(to, point)}\n${escapeText(text.replace(/-->/g, '→'))}`
}

function writeTime(milliseconds: number, point: ',' | '.'): string {
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = Math.floor(milliseconds / 1000)
  const rest = String(Math.floor(milliseconds % 1000)).padStart(3, '0')
  return `${pad(seconds / 3600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}${point}${rest}`
}

/** `1:02:03`, or `2:03` below an hour, as on screen. */
function formatLength(seconds: number): string {
  const total = Math.max(1, Math.round(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`
}
