// Takes an upstream's keys and host names out of texts that callers will read.
import type { BaseUrl } from '#shared/wire/base-url'
import { redactSecrets } from '../redact'

export interface Concealer {
  /** The keys first, then the hosts, then whatever else looks like a credential. */
  readonly conceal: (text: string) => string
  /** True where a key stands in the text, however it is spelled. */
  readonly holdsKey: (text: string) => boolean
}

/** From this length on, a key is also found when line breaks or commas cut it into pieces. */
const longKey = 16

export function createConcealer(keys: readonly (string | null)[], bases: readonly BaseUrl[]): Concealer {
  const present = [...new Set(keys)].filter((key) => key !== null && key !== '') as string[]
  const spelled = present.map((key) => new RegExp(spell(key), 'gi'))
  const hosts = bases.flatMap((base) => [base.origin, new URL(base.origin).host, base.hostname])
  const names = [...new Set(hosts)].filter((name) => /[.:]/.test(name)).sort(longestFirst)
  const withoutKeys = (text: string): string =>
    spelled.reduce((clean, pattern) => clean.replace(pattern, '…'), text)
  return {
    holdsKey: (text) => withoutKeys(text) !== text,
    conceal: (text) => {
      const unmasked = hideMasked(withoutKeys(text), present)
      return redactSecrets(names.reduce((clean, name) => clean.replaceAll(name, 'upstream'), unmasked))
    },
  }
}

/** As it is, in Base64, or letter by letter plain, percent-encoded (also twice) or escaped for JSON. */
function spell(key: string): string {
  const gap = key.length < longKey ? '' : '(?:[\\s,;]|\\\\+[nrt])*'
  const letters = [...key].map(spellLetter).join(gap)
  const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '')
  return `${letters}|${escapePattern(base64)}`
}

function spellLetter(letter: string): string {
  const hex = letter.charCodeAt(0).toString(16).padStart(2, '0')
  const plain = /["'\\/]/.test(letter) ? `\\\\*${escapePattern(letter)}` : escapePattern(letter)
  return `(?:${plain}|%(?:25)*${hex}|\\\\+u00${hex})`
}

/** `sk-proj-****abcd`: an upstream's own masking leaves the ends of a key (wire §4.5). */
function hideMasked(text: string, keys: readonly string[]): string {
  return text.replace(/([\w-]*)(?:[*•]{2,}|…|\.{3,})([\w-]*)/g, (masked, head: string, tail: string) => {
    const shows = keys.some(
      (key) => (head.length > 1 && key.startsWith(head)) || (tail.length > 1 && key.endsWith(tail)),
    )
    return shows ? '…' : masked
  })
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length
}
