// Requests and replies of the fake's hosts, as values, so that a fault can change a reply before it is written.
import type { IncomingHttpHeaders } from 'node:http'

/** `openai` and `gemini` are the vendors; `storage` is the redirect target of downloads. */
export type HostName = 'gemini' | 'openai' | 'storage'

/** A complete request. */
export interface ReceivedRequest {
  readonly host: HostName
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The credential, from a header or the query. */
  readonly key: string
}

/** After the last chunk: the end, a broken connection, or nothing while the client waits. */
type Ending = 'whole' | 'cut' | 'silence'

export interface FakeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Written one at a time. */
  readonly chunks: readonly Buffer[]
  readonly extension: Ending
}

/** `never` sends not even a status line; `reset` resets the connection. */
export type Reply = FakeResponse | 'never' | 'reset'

export const jsonType = 'application/json; charset=UTF-8'

/** The Gemini API indents its JSON by two and ends it with a line break. */
export function toPretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export function replyJson(value: unknown, status = 200): FakeResponse {
  return replyText(toPretty(value), { status, type: jsonType })
}

export interface ReplyOptions {
  readonly status?: number
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

export function replyText(
  text: string | Buffer,
  { status = 200, type, headers = {} }: ReplyOptions,
): FakeResponse {
  const chunk = Buffer.from(text)
  return {
    status,
    headers: { 'content-type': type, ...headers },
    chunks: chunk.length > 0 ? [chunk] : [],
    extension: 'whole',
  }
}
