// The text of Markdown without its marks, where formatting would be in the way: search results, and differences.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Keeps line breaks, code, and tags, which are text here. */
export function toPlainText(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}
