// Takes an upstream's keys and host names out of texts that callers will read.
import type { BaseUrl } from '#shared/wire/base-url'
import { redactSecrets } from '../exchange-log/redact'

export interface Redactor {
  /** The keys first, then the hosts, then whatever else looks like a credential. */
  readonly redact: (text: string) => string
  /** True where a key stands in the text, however it is spelled. */
  readonly holdsKey: (text: string) => boolean
}

/** From this length on, a key is also found when line breaks or commas cut it into pieces. */
const minSplitKeyLength = 16

export function createRedactor(keys: readonly (string | null)[], bases: readonly BaseUrl[]): Redactor {
  const present = [...new Set(keys)].filter((key) => key !== null && key !== '') as string[]
  const patterns = present.map((key) => new RegExp(spell(key), 'gi'))
  const hosts = bases.flatMap((base) => [base.origin, new URL(base.origin).host, base.hostname])
  const names = [...new Set(hosts)].filter((name) => /[.:]/.test(name)).sort(longestFirst)
  const withoutKeys = (text: string): string =>
    patterns.reduce((clean, pattern) => clean.replace(pattern, '…'), text)
  return {
    holdsKey: (text) => withoutKeys(text) !== text,
    redact: (text) => {
      const unmasked = hideMasked(withoutKeys(text), present)
      return redactSecrets(names.reduce((clean, name) => clean.replaceAll(name, 'upstream'), unmasked))
    },
  }
}

/** Escapes that are nested deeper are none: a longer run would be read anew from each of its letters. */
const backslashes = '\\\\{1,16}'

/** As it is, in Base64, or letter by letter plain, percent-encoded (also twice) or escaped for JSON. */
function spell(key: string): string {
  const gap = key.length < minSplitKeyLength ? '' : `(?:[\\s,;]|${backslashes}[nrt])*`
  const spelled = [...key].map(spellCharacter).join(gap)
  const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '')
  return `${spelled}|${escapePattern(base64)}`
}

function spellCharacter(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0')
  const plain = /["'\\/]/.test(character)
    ? `(?:${backslashes})?${escapePattern(character)}`
    : escapePattern(character)
  return `(?:${plain}|%(?:25){0,8}${hex}|${backslashes}u00${hex})`
}

/** `sk-proj-****abcd`: an upstream's own masking leaves the ends of a key (wire §4.5). */
function hideMasked(text: string, keys: readonly string[]): string {
  const pieces: string[] = []
  let from = 0
  // The mask is looked for first: a pattern that begins with letters would read a long text anew from each of them.
  for (const { 0: masked, 1: tail = '', index } of text.matchAll(/(?:[*•]{2,}|…|\.{3,})([\w-]*)/g)) {
    const start = startOfWord(text, from, index)
    const head = text.slice(start, index)
    if (showsKeyEnd(head, tail, keys)) {
      pieces.push(text.slice(from, start), '…')
      from = index + masked.length
    }
  }
  return pieces.join('') + text.slice(from)
}

/** Where the letters begin that stand right before `end`, not before `least`. */
function startOfWord(text: string, min: number, end: number): number {
  let start = end
  while (start > min && /[\w-]/.test(text.charAt(start - 1))) start -= 1
  return start
}

function showsKeyEnd(head: string, tail: string, keys: readonly string[]): boolean {
  return keys.some(
    (key) => (head.length > 1 && key.startsWith(head)) || (tail.length > 1 && key.endsWith(tail)),
  )
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length
}
