// Tells HTML from text that only looks like it: `List<String>`, `<repository-url>`, `a <b`.

/**
 * The elements that are rendered. Not `picture` and `source`, which would load a picture that `MarkdownImage` does not
 * know of. Every other tag is shown as text.
 */
export const htmlTagNames: ReadonlySet<string> = new Set(
  `a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins kbd li ol p pre q rp rt ruby s
  samp section span strike strong sub summary sup table tbody td tfoot th thead tr tt ul var`.split(/\s+/),
)

/** They change words within a line, and always come in pairs. */
export const inlineNames: ReadonlySet<string> = new Set(
  'a b code del em i ins kbd q s samp span strike strong sub sup tt var'.split(' '),
)

const tag =
  /<(\/?)([a-z][a-z0-9]*|[A-Z][A-Z0-9]+)((?:\s+[a-zA-Z-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)|\s+(?:open|checked|disabled|reversed|hidden))*)\s*\/?>/y

/**
 * Returns whether the `<` at a position of `text` starts HTML, an autolink, or the address of a link. `mayContinue`: more
 * text follows later, so that an element can still be closed.
 */
export function createHtmlTest(text: string, mayContinue: boolean): (at: number) => boolean {
  const ends = new Map<string, { opened: number; closed: number }>()
  for (const { index, 1: slash, 2: name = '' } of text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b/gi)) {
    const key = name.toLowerCase()
    const end = ends.get(key) ?? { opened: Number.POSITIVE_INFINITY, closed: -1 }
    if (slash) end.closed = index
    else end.opened = Math.min(end.opened, index)
    ends.set(key, end)
  }
  return (at) => {
    if (isAddress(text, at) || isAutolink(text, at)) return true
    const found = readTag(text, at)
    if (!found || !inlineNames.has(found.name)) return found !== null
    const { opened, closed } = ends.get(found.name) ?? { opened: at, closed: -1 }
    return found.isEnd ? opened < at : mayContinue || closed > at
  }
}

/** Replaces each `<` of `html` that does not start one of the elements above. */
export function escapeUnknownTags(html: string): string {
  return html.replace(/</g, (character, at: number) => (readTag(html, at) ? character : '&lt;'))
}

function readTag(text: string, at: number): { readonly name: string; readonly isEnd: boolean } | null {
  tag.lastIndex = at
  const [, slash, written = ''] = tag.exec(text) ?? []
  const name = written.toLowerCase()
  return htmlTagNames.has(name) ? { name, isEnd: slash !== '' } : null
}

/** `[text](<address> "title")` or `[label]: <address>` */
function isAddress(text: string, at: number): boolean {
  const [, mark] = /\](\(|:)[ \t]*$/.exec(text.slice(Math.max(0, at - 20), at)) ?? []
  const rest = text.slice(at, at + 2000)
  return mark === '(' ? /^<[^<>\n]*>[^)\n]*\)/.test(rest) : mark === ':' && /^<[^<>\n]*>/.test(rest)
}

function isAutolink(text: string, at: number): boolean {
  return /^<(?:[a-z][a-z0-9+.-]{1,31}:|[\w.!#$%&'*+/=?^`{|}~-]+@)[^\s<>]*>/i.test(text.slice(at, at + 2000))
}
