// Removes an upstream's keys and host names from texts that clients will read.
import type { BaseUrl } from '#shared/wire/base-url'
import { redactSecrets } from '../exchange-log/redact'

export interface Redactor {
  /** Removes the keys, the hosts, and anything else that looks like a credential. */
  readonly redact: (text: string) => string
  /** True if the text contains a key in any spelling. */
  readonly holdsKey: (text: string) => boolean
}

/** A key at least this long is also found if line breaks or commas split it. */
const minSplitKeyLength = 16

export function createRedactor(keys: readonly (string | null)[], bases: readonly BaseUrl[]): Redactor {
  const present = [...new Set(keys)].filter((key) => key !== null && key !== '') as string[]
  const patterns = present.map((key) => new RegExp(spell(key), 'gi'))
  const spelled = present.map((key) => new RegExp(spell(key), 'i'))
  const hosts = bases.flatMap((base) => [base.origin, new URL(base.origin).host, base.hostname])
  const names = [...new Set(hosts)].filter((name) => /[.:]/.test(name)).sort(byDescendingLength)
  const withoutKeys = (text: string): string =>
    patterns.reduce((clean, pattern) => clean.replace(pattern, '…'), text)
  return {
    holdsKey: (text) => spelled.some((pattern) => pattern.test(text)),
    redact: (text) => {
      const unmasked = hideMasked(withoutKeys(text), present)
      return redactSecrets(names.reduce((clean, name) => clean.replaceAll(name, 'upstream'), unmasked))
    },
  }
}

/** Limits the nesting of escapes: a longer run would be scanned again from each of its characters. */
const backslashes = '\\\\{1,16}'

/** A pattern for the key in Base64, or with each character plain, percent-encoded (also twice) or JSON-escaped. */
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

/** Removes `sk-proj-****abcd`: an upstream's own masking shows both ends of a key (wire §4.5). */
function hideMasked(text: string, keys: readonly string[]): string {
  const pieces: string[] = []
  let from = 0
  // Finds the mask first: a pattern that starts with word characters would scan a long text again from each of them.
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

/** Returns the start of the word characters right before `end`, at least `min`. */
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

function byDescendingLength(one: string, other: string): number {
  return other.length - one.length
}
