// Breaks a text into what stands on the screen at once: two lines at the most, sentences kept together where they fit.

/** Letters of a line; wide ones count twice. */
const lineLength = 42
const mostLines = 2
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wide = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/u

/** Each one or two lines. */
export function listCueTexts(text: string): readonly string[] {
  return splitSentences(text).flatMap((sentence) => {
    const lines = breakLines(sentence)
    const count = Math.ceil(lines.length / mostLines)
    return Array.from({ length: count }, (_, at) =>
      lines.slice(at * mostLines, (at + 1) * mostLines).join('\n'),
    )
  })
}

function splitSentences(text: string): readonly string[] {
  return text
    .split(/\n+/)
    .flatMap(listStretches)
    .flatMap((stretch) => Array.from(sentences.segment(stretch), ({ segment }) => segment))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}

/** Letters that the segmenter is given at once: its time grows with their square (16 s for 80,000). */
const longestStretch = 1000
const sentenceEnd = /^[\s\S]*[.!?…。！？]["')\]”’»」』]*\s*/
const wordEnd = /^[\s\S]*\s/

/** Cut behind a sentence where there is one, else behind a word. */
function listStretches(paragraph: string): readonly string[] {
  const stretches: string[] = []
  let at = 0
  while (at < paragraph.length) {
    const rest = paragraph.slice(at, at + longestStretch)
    const isLast = at + rest.length === paragraph.length
    const stretch = isLast ? rest : (sentenceEnd.exec(rest) ?? wordEnd.exec(rest))?.[0] || cutLetter(rest)
    stretches.push(stretch)
    at += stretch.length
  }
  return stretches
}

/** Never in the midst of a letter. */
function cutLetter(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** Greedy, where words end; a word longer than a line is cut. */
function breakLines(sentence: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of listUnits(sentence)) {
    if (measure((line + unit).trimEnd()) > lineLength && line.trim() !== '') {
      lines.push(line.trim())
      line = unit.trimStart()
    } else line += unit
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

/** Words with what follows them up to where a line may break. */
function listUnits(sentence: string): readonly string[] {
  const units: string[] = []
  for (const { segment, isWordLike } of words.segment(sentence)) {
    const last = units.at(-1)
    const sticks = !isWordLike && !/^[([{«„“‘¿¡]/.test(segment)
    if (last !== undefined && (sticks || !(/\s$/.test(last) || wide.test(segment)))) {
      units[units.length - 1] = last + segment
    } else units.push(segment)
  }
  return units.flatMap(cutLong)
}

function cutLong(unit: string): readonly string[] {
  if (measure(unit.trimEnd()) <= lineLength) return [unit]
  const parts: string[] = []
  let part = ''
  for (const letter of unit) {
    if (measure(part + letter) > lineLength) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** In letters of usual width. */
export function measure(text: string): number {
  let width = 0
  for (const letter of text) width += wide.test(letter) ? 2 : 1
  return width
}
