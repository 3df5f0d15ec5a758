// How long a certificate is still good for, in words.
import { formatDay } from '../../../components/format-date'

export interface CertificateDescription {
  readonly words: string
  readonly tone: 'quiet' | 'warn' | 'danger'
}

/** Milliseconds in which an end is near enough to say so: thirty days. */
const soon = 30 * 24 * 60 * 60 * 1000

export function describeCertificate(validTo: number, now: number): CertificateDescription {
  const date = formatDay(validTo)
  if (validTo <= now) return { words: `Expired ${date}`, tone: 'danger' }
  if (validTo - now < soon) return { words: `Expires ${date}, soon`, tone: 'warn' }
  return { words: `Valid to ${date}`, tone: 'quiet' }
}

/** `CN=Example Root,O=Example` is called `Example Root`; a subject without a common name is told whole. */
export function toCommonName(subject: string): string {
  return /(?:^|[\n,]\s*)CN=([^\n,]+)/.exec(subject)?.[1]?.trim() ?? subject.replace(/\n/g, ', ')
}
