// Writes a text that a regular expression matches: literals, classes, groups, alternatives and quantifiers.
import { pick, type Random, seedRandom } from '../seed'
import { schemaError } from './resolve-schema'

interface PatternTask {
  readonly pattern: string
  readonly min: number
  readonly max: number
  readonly seed: string
  readonly path: string
}

interface Reader {
  readonly pattern: string
  at: number
  readonly random: Random
  /** How often an open quantifier (`*`, `+`, `{2,}`) repeats beyond its minimum. */
  readonly generous: number
}

/** Tries longer and longer repetitions; a pattern that cannot be met is the caller's error. */
export function writePattern({ pattern, min, max, seed, path }: PatternTask): string {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    throw schemaError(path, `"${pattern}" is no regular expression`)
  }
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const reader: Reader = { pattern, at: 0, random: seedRandom(`${seed}${attempt}`), generous: attempt }
    const text = writeAlternatives(reader).slice(0, 5000)
    if (text.length >= min && text.length <= max && expression.test(text)) return text
  }
  throw schemaError(path, `the demo service finds no text for the pattern "${pattern}"`)
}

function writeAlternatives(reader: Reader): string {
  const options = [writeSequence(reader)]
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1
    options.push(writeSequence(reader))
  }
  const [first = '', ...others] = options
  return pick(reader.random, [first, ...others])
}

function writeSequence(reader: Reader): string {
  let text = ''
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const start = reader.at
    const once = writeAtom(reader)
    const end = reader.at
    const times = readTimes(reader)
    const after = reader.at
    let repeated = times > 0 ? once : ''
    for (let count = 1; count < times; count += 1) {
      reader.at = start
      repeated += writeAtom(reader)
    }
    reader.at = Math.max(after, end)
    text += repeated
  }
  return text
}

function writeAtom(reader: Reader): string {
  const sign = reader.pattern[reader.at++] ?? ''
  if (sign === '^' || sign === '$') return ''
  if (sign === '.') return pick(reader.random, ['a', 'e', 'n', 'r', 't'])
  if (sign === '[') return writeClass(reader)
  if (sign === '\\') return writeEscape(reader)
  if (sign !== '(') return sign
  const opening = reader.pattern.slice(reader.at).match(/^\?(?::|=|!|<[=!]|<\w+>)/)?.[0] ?? ''
  reader.at += opening.length
  const inner = writeAlternatives(reader)
  reader.at += 1
  return /^\?(?:=|!|<[=!])$/.test(opening) ? '' : inner
}

/** Reads a quantifier and decides how often. */
function readTimes(reader: Reader): number {
  const [whole = '', sign = '', low, comma, high] =
    reader.pattern.slice(reader.at).match(/^(?:([*+?])|\{(\d+)(,)?(\d+)?\})\??/) ?? []
  reader.at += whole.length
  if (whole === '') return 1
  if (sign === '?') return reader.random() < 0.5 ? 0 : 1
  const min = low === undefined ? (sign === '+' ? 1 : 0) : Number(low)
  const max = low !== undefined && comma === undefined ? min : Number(high ?? min + 2 + reader.generous)
  return min + Math.floor(reader.random() * (Math.min(max, min + 2 + reader.generous) - min + 1))
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const escapes: Readonly<Record<string, string>> = {
  d: digits,
  w: lower + digits,
  s: ' ',
  D: lower,
  W: '-',
  S: lower,
  t: '\t',
  n: '\n',
}

function readEscape(reader: Reader): string {
  const letter = reader.pattern[reader.at++] ?? ''
  if ((letter === 'p' || letter === 'P') && reader.pattern[reader.at] === '{') {
    const end = reader.pattern.indexOf('}', reader.at)
    const name = reader.pattern.slice(reader.at + 1, end)
    reader.at = end + 1
    return /^(?:N|Nd)/.test(name) ? digits : /^Lu/.test(name) ? lower.toUpperCase() : lower
  }
  if (letter === 'b' || letter === 'B') return ''
  return escapes[letter] ?? letter
}

function writeEscape(reader: Reader): string {
  return chooseLetter(readEscape(reader), reader.random)
}

function chooseLetter(letters: string, random: Random): string {
  return letters === '' ? '' : (letters[Math.floor(random() * letters.length)] ?? '')
}

function writeClass(reader: Reader): string {
  const negated = reader.pattern[reader.at] === '^'
  if (negated) reader.at += 1
  let letters = ''
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    const sign = reader.pattern[reader.at++] ?? ''
    const end = reader.pattern[reader.at + 1]
    if (sign === '\\') letters += readEscape(reader)
    else if (reader.pattern[reader.at] === '-' && end !== undefined && end !== ']') {
      for (let code = sign.charCodeAt(0); code <= end.charCodeAt(0) && letters.length < 200; code += 1) {
        letters += String.fromCharCode(code)
      }
      reader.at += 2
    } else letters += sign
  }
  reader.at += 1
  if (!negated) return chooseLetter(letters, reader.random)
  return chooseLetter(
    [...(lower + digits)].filter((letter) => !letters.includes(letter)).join(''),
    reader.random,
  )
}
