// An HTTP client for the fake vendor APIs.
import type { Part } from './contents.fixture'
import type { FakeVendor } from './fake-vendor.fixture'

interface Candidate {
  readonly content: { readonly role: string; readonly parts: readonly [Part, ...Part[]] }
  readonly finishReason?: string
  readonly urlContextMetadata?: { readonly urlMetadata: object[] }
}

/** The fields of all responses in one type: each test reads those that its response has. */
export interface Body {
  readonly error: { readonly code: unknown; readonly message: string; readonly details: object[] }
  readonly candidates: readonly [Candidate]
  readonly usageMetadata: { readonly totalTokenCount: number }
  readonly models: readonly { readonly name: string }[]
  readonly data: object[]
  readonly nextPageToken?: string
  readonly totalTokens: number
  readonly embedding: { readonly values: number[] }
  readonly embeddings: object[]
  readonly name: string
  readonly done?: boolean
  readonly response: {
    readonly generateVideoResponse: {
      readonly generatedSamples: readonly [{ readonly video: { readonly uri: string } }]
    }
  }
  readonly file: { readonly name: string; readonly uri: string; readonly state: string }
  readonly files: readonly [{ readonly name: string }]
  readonly state: string
  readonly type: string
  readonly delta: string
}

export interface VendorTestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: Body
}

interface RequestOptions {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends none; default: the fake's Gemini key. */
  readonly key?: string | null
}

export type VendorClient = (path: string, options?: RequestOptions) => Promise<VendorTestResponse>

/** Paths are those of the Gemini API. */
export function createVendorClient(vendor: () => FakeVendor): VendorClient {
  return async (path, { method, body, headers = {}, key = vendor().geminiKey } = {}) => {
    const url = path.startsWith('http') ? path : vendor().geminiUrl + path
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: { ...(key === null ? {} : { 'x-goog-api-key': key }), ...headers },
      ...(body === undefined ? {} : { body: toBody(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) as Body }
  }
}

function toBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the documents of a stream of events with any line breaks. */
export function toDocuments(text: string): Body[] {
  const events = text.split(/\r?\n\r?\n/).slice(0, -1)
  return events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Body)
}

export const userContents = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
export const flash = '/v1beta/models/gemini-2.5-flash:generateContent'
export const pro3 = '/v1beta/models/gemini-3.1-pro-preview:generateContent'
export const stream = '/v1beta/models/gemini-2.5-flash:streamGenerateContent'
