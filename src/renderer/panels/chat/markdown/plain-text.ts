// The text of Markdown without its marks, where formatting would be in the way: search results, and differences.
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { isTooComplex } from './is-too-complex'

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/**
 * What would be left out, or moved to the end: definitions, footnotes, descriptions of images, cells beyond a table's header.
 * Rows keep the lines between their cells.
 */
const unread = ['definition', 'labelStartImage', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'table']
const options: Options = {
  extensions: [gfm({ singleTilde: false }), { disable: { null: unread } }],
  htmlExtensions: [gfmHtml()],
}
const delimiterRow = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$\n?/gm

/** Keeps line breaks, code, and tags, which are text here. */
export function toPlainText(markdown: string): string {
  if (isTooComplex(markdown)) return markdown
  return micromark(markdown.replace(delimiterRow, ''), options)
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}
