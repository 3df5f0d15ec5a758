// The text of a request in the search index: what a person would search for, without media, and of limited length.
import type { ExchangeSummary } from '#shared/schemas/exchange'

/** Characters of a body in the index: its start and its end, because the newest prompt is at the end. */
const maxBodyChars = 8192

type Searchable = Pick<
  ExchangeSummary,
  'id' | 'method' | 'path' | 'route' | 'endpoint' | 'model' | 'client' | 'operation' | 'error'
>

interface Bodies {
  readonly request: string
  readonly response: string
}

export function toSearchText(summary: Searchable, bodies: Bodies = { request: '', response: '' }): string {
  const { id, method, path, route, endpoint, model, client, operation, error } = summary
  const facts = [`${method} ${path}`, id, route, endpoint, model, client, operation, error]
  const texts = [toPlainText(bodies.request), toPlainText(joinEvents(bodies.response))].map(cutMiddle)
  return [...facts, ...texts].filter((text) => text !== null && text !== '').join('\n')
}

/** As a person would type it: without the escapes of JSON, and without marks in place of media. */
function toPlainText(body: string): string {
  return body
    .replace(/<\d+ (?:characters of Base64|bytes)[^<>]*>/g, '')
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([nrt"\\/])/g, (_, sign: string) => (/[nrt]/.test(sign) ? ' ' : sign))
}

const textMember = /"text"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/** Puts the joined texts of several events first, because a word may be split over two of them. */
function joinEvents(body: string): string {
  const lines = body.split('\n', 2)
  if (lines.length < 2 || !lines[0]?.startsWith('{')) return body
  const texts = [...body.matchAll(textMember)].map(([, text = '']) => text)
  const rest = body.replace(textMember, '').split('\n')
  return [texts.join(''), ...new Set(rest)].join('\n')
}

function cutMiddle(text: string): string {
  if (text.length <= maxBodyChars) return text
  return `${text.slice(0, maxBodyChars / 2)}\n${text.slice(-maxBodyChars / 2)}`
}
