// Grounding metadata for a search and the URLs of a prompt. Nothing is fetched, and the texts say so.

import { Buffer } from 'node:buffer'
import type { Candidate } from '#shared/schemas/gemini-requests'
import { decodeLoosely } from '#shared/wire/base-url'
import { joinWords, keywordsOf, sentencesOf } from './text/words'

/** Offsets are bytes of UTF-8, not characters. */
export function groundAnswer(prompt: string, answer: string): Partial<Candidate> {
  const queries = [keywordsOf(prompt, 6).join(' '), keywordsOf(prompt, 3).join(' ')].filter(Boolean)
  const webSearchQueries = [...new Set(queries)]
  const groundingChunks = webSearchQueries.map((query, index) => ({
    web: {
      uri: `https://example.com/demo-search?q=${encodeURIComponent(query)}`,
      title: `Demo source ${index + 1}: ${query} (no search was performed)`,
    },
  }))
  const sentences = sentencesOf(answer)
    .filter((sentence) => answer.includes(sentence))
    .slice(0, 3)
  const groundingSupports = sentences.map((text, index) => {
    const startIndex = Buffer.byteLength(answer.slice(0, answer.indexOf(text)))
    return {
      segment: { startIndex, endIndex: startIndex + Buffer.byteLength(text), text },
      groundingChunkIndices: [index % Math.max(1, groundingChunks.length)],
    }
  })
  return {
    groundingMetadata: {
      webSearchQueries,
      groundingChunks,
      groundingSupports: groundingChunks.length > 0 ? groundingSupports : [],
      searchEntryPoint: { renderedContent: renderEntry(webSearchQueries) },
    },
  }
}

function renderEntry(queries: readonly string[]): string {
  const chips = queries.map((query) => `<span class="chip">${escapeHtml(query)}</span>`).join('')
  return `<div class="demo-search"><p>Demo: no search was performed. A real model would search for:</p>${chips}</div>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A URL of the public web, an invalid one, or one of a private network. */
type Status = 'public' | 'error' | 'unsafe'

interface FoundUrl {
  readonly url: string
  readonly status: Status
}

/** At most 20 per request, like in the vendor API (wire §2.7). */
export function findUrls(text: string): FoundUrl[] {
  const found = text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]}]+/gi) ?? []
  const urls = [...new Set(found.map((url) => url.replace(/[.,;:!?]+$/, '')))].slice(0, 20)
  return urls.map((url) => ({ url, status: classifyUrl(url) }))
}

/** Returns undefined if the text is not a URL. Node 18.15 has no `URL.canParse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function classifyUrl(text: string): Status {
  const parsed = parseUrl(text)
  if (!parsed) return 'error'
  const { protocol, hostname } = parsed
  if (protocol !== 'http:' && protocol !== 'https:') return 'error'
  if (isPrivate(hostname)) return 'unsafe'
  return hostname.includes('.') ? 'public' : 'error'
}

function isPrivate(host: string): boolean {
  if (/^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa))$/i.test(host) || host.startsWith('['))
    return true
  return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
    host,
  )
}

/** No page is reported as read, since nothing was fetched. */
export function toUrlMetadata(urls: readonly FoundUrl[]): Partial<Candidate> {
  const urlMetadata = urls.map(({ url, status }) => ({
    retrievedUrl: url,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status === 'unsafe' ? 'UNSAFE' : 'ERROR'}`,
  }))
  return { urlContextMetadata: { urlMetadata } }
}

/** Lists the URLs of the prompt, and says that nothing was fetched. */
export function describeUrls(urls: readonly FoundUrl[]): string {
  if (urls.length === 0) return 'URL context is on, but the prompt contains no URL.'
  const lines = urls.map(({ url, status }) => `- \`${url}\`: ${describeUrl(url, status)}`)
  const hosts = urls.flatMap(({ url, status }) => (status === 'public' ? new URL(url).hostname : []))
  return [
    `Your prompt contains ${urls.length === 1 ? 'one URL' : `${urls.length} URLs`}:`,
    lines.join('\n'),
    hosts.length > 0
      ? `The demo works offline, so it didn’t fetch ${joinWords([...new Set(hosts)])}. A real model would read the page and answer from it.`
      : 'None of these are public URLs, so a real model couldn’t read them either.',
  ].join('\n\n')
}

function describeUrl(text: string, status: Status): string {
  if (status === 'unsafe') return 'a private network URL (never fetched)'
  if (status === 'error') return 'not a public URL'
  const { hostname, pathname } = new URL(text)
  const path = pathname === '/' ? 'its home page' : `the page \`${decodeLoosely(pathname)}\``
  return `on the host **${hostname}**, ${path}`
}
