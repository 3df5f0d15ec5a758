// The pages that an answer was grounded on, as its metadata name them (wire §2.7).
import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'

export interface Source {
  readonly title: string
  readonly url: string
}

const Grounding = z.object({
  groundingChunks: z.array(
    z.object({ web: z.object({ uri: z.string(), title: z.string().optional() }).optional() }),
  ),
})
const Pages = z.object({ urlMetadata: z.array(z.object({ retrievedUrl: z.string() })) })

/** Each once; an address of the web only. */
export function listSources({ metadata }: Pick<Turn, 'metadata'>): Source[] {
  const chunks = Grounding.safeParse(metadata?.groundingMetadata).data?.groundingChunks ?? []
  const pages = Pages.safeParse(metadata?.urlContextMetadata).data?.urlMetadata ?? []
  const found = [
    ...chunks.flatMap(({ web }) => (web ? [{ title: web.title?.trim() || web.uri, url: web.uri }] : [])),
    ...pages.map(({ retrievedUrl }) => ({ title: retrievedUrl, url: retrievedUrl })),
  ]
  const byUrl = new Map(found.filter(({ url }) => isWebAddress(url)).map((source) => [source.url, source]))
  return [...byUrl.values()]
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(url)
}
