// Writes subtitles as SRT and WebVTT, and says in both that their times are estimated.
import type { Cue } from './cues'

const notice = 'The times of these subtitles are estimated: the service told the words alone.'

/** A first cue says it: the format has no place for notes. */
export function writeSrt(cues: readonly Cue[]): string {
  const all = [{ ...noticeTime(cues), text: '[Times are estimated]' }, ...cues]
  const blocks = all.map(({ from, to, text }, index) =>
    [index + 1, `${writeTime(from, ',')} --> ${writeTime(to, ',')}`, plain(text)].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

/** Before the first word where there is room, else for its first moment. */
function noticeTime([first]: readonly Cue[]): { readonly from: number; readonly to: number } {
  const begin = first?.from ?? 0
  return { from: 0, to: begin >= 1000 ? Math.min(begin, 3000) : 1000 }
}

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text }) =>
    [`${writeTime(from, '.')} --> ${writeTime(to, '.')}`, escapeVtt(plain(text))].join('\n'),
  )
  return `${['WEBVTT', `NOTE ${notice}`, ...blocks].join('\n\n')}\n`
}

/** An arrow in a text would be read as times. */
function plain(text: string): string {
  return text.replace(/-->/g, '→')
}

function escapeVtt(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function writeTime(milliseconds: number, point: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = Math.floor(milliseconds / 1000)
  const rest = String(Math.floor(milliseconds % 1000)).padStart(3, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${point}${rest}`
}
