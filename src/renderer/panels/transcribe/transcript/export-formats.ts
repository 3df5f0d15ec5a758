// The formats of exported transcripts, by their names in menus.
import type { TranscriptFormat } from '#shared/schemas/transcription-job'

export const exportFormats: readonly (readonly [TranscriptFormat, string])[] = [
  ['txt', 'Text (TXT)'],
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
  ['srt', 'Subtitles (SRT, estimated timing)'],
  ['vtt', 'Subtitles (VTT, estimated timing)'],
]
