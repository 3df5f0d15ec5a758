// Reads Markdown as HTML, piece by piece; the footnotes of all pieces are numbered together and stand at the end.
import { setImmediate as giveWay } from 'node:timers/promises'
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { runWithTimeout } from '../../concurrency/run-with-timeout'
import { escapeHtml } from './html-page'
import { cutMarkdown, type MarkdownPiece } from './markdown-pieces'

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

/** To make it anew takes as long as to read a short text. */
const extensions = [gfm()]
/** Milliseconds. A piece that takes longer to be read as Markdown is written as it is. */
const patience = 2000

/**
 * Safe as it stands: HTML in the text is shown as text, and no link leads to a script. Gives way between two pieces: an
 * answer of a megabyte must not keep everything else waiting. Footnotes of two texts with two prefixes do not meet.
 */
export async function* readMarkdown(text: string, prefix: string): AsyncGenerator<string> {
  const pieces = cutMarkdown(text)
  if (pieces.length < 2) {
    yield `${readPiece(pieces[0] ?? { text, named: [] }, [gfmHtml({ clobberPrefix: `${prefix}-` })])}\n`
    await giveWay()
    return
  }
  const notes = createFootnotes(prefix)
  for (const piece of pieces) {
    yield `${readPiece(piece, notes.within)}\n`
    await giveWay()
  }
  yield `${micromark('', { extensions, htmlExtensions: notes.atEnd })}\n`
}

function readPiece({ text, named }: MarkdownPiece, htmlExtensions: HtmlExtension[]): string {
  try {
    return runWithTimeout(patience, () =>
      micromark([text, ...named].join('\n\n'), { extensions, htmlExtensions }),
    )
  } catch {
    // It takes too long, or is nested too deeply.
    return `<pre>${escapeHtml(text)}</pre>`
  }
}

interface Footnotes {
  /** Counts the calls, and keeps what they lead to. */
  readonly within: HtmlExtension[]
  /** Writes what was kept. */
  readonly atEnd: HtmlExtension[]
}

function createFootnotes(prefix: string): Footnotes {
  const calls: string[] = []
  const counts: Record<string, number> = {}
  const definitions: Record<string, string> = {}
  const html = gfmHtml({ clobberPrefix: `${prefix}-` })
  const begin: HtmlExtension = {
    enter: {
      null() {
        this.setData('gfmFootnoteCallOrder', calls)
        this.setData('gfmFootnoteCallCounts', counts)
        // The first one of a name holds: those of later pieces are the same.
        this.setData('gfmFootnoteDefinitions', definitions)
      },
    },
  }
  const silent: HtmlExtension = { exit: { null: () => undefined } }
  return { within: [html, begin, silent], atEnd: [html, begin] }
}
