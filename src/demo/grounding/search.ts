// Grounding as Google Search shows it, made of the demo's own words and clearly marked as such (E17, wire §2.7).
import { Buffer } from 'node:buffer'
import type { Candidate } from '#shared/schemas/generation'
import { keywordsOf, sentencesOf } from '../text/words'

/** Byte offsets are of UTF-8, not of characters. */
export function groundAnswer(prompt: string, answer: string): Partial<Candidate> {
  const queries = [keywordsOf(prompt, 6).join(' '), keywordsOf(prompt, 3).join(' ')].filter(Boolean)
  const webSearchQueries = [...new Set(queries)]
  const groundingChunks = webSearchQueries.map((query, index) => ({
    web: {
      uri: `https://example.com/demo-search?q=${encodeURIComponent(query)}`,
      title: `Demo source ${index + 1}: ${query} (no search took place)`,
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
  return `<div class="demo-search"><p>Demo: no search took place. A real model would have searched for:</p>${chips}</div>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
