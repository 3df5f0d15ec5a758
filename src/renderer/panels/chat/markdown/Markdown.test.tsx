// Rendered Markdown: math, footnotes, citations, and attacks.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TooltipProvider } from '../../../components/Tooltip'
import { CitedSources } from '../sources/CitationMark'
import type { Citation } from '../sources/read-sources'
import { estimateGroup, estimateGroups, Markdown } from './Markdown'

// The page requests its port when it is loaded; here there is no page.
vi.hoisted(() => {
  const page = { addEventListener: () => {}, removeEventListener: () => {}, postMessage: () => {} }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { origin: 'null' })
  // The request's timeout must not fire while another test file runs.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})

const sources = ['One', 'Two'].map((title, index) => ({
  number: index + 1,
  title,
  url: `https://${title.toLowerCase()}.example/`,
}))
const render = (text: string, citations: readonly Citation[] = []) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <CitedSources sources={sources}>
        <Markdown text={text} citations={citations} />
      </CitedSources>
    </TooltipProvider>,
  )
/** Without titles and line ends. */
const toText = (html: string) =>
  html
    .replace(/<section[^>]*aria-label="Code[\s\S]*?<pre/g, '<pre')
    .replace(/<[^>]+>/g, '')
    .replace(/\n/g, '')
    .trim()

test.each([
  '<script>alert(1)</script>Text',
  '<img src=x onerror="alert(1)">',
  '[a](javascript:alert(1))',
  '<a href="javascript:alert(1)">a</a>',
  '[a](JaVaScRiPt&colon;alert(1))',
  '<div style="position:fixed;inset:0">x</div>',
  '<style>body{display:none}</style>x',
  '<iframe src="https://a.example"></iframe>',
  '<svg><script>alert(1)</script></svg>',
  '<form action="https://a.example"><button formaction="javascript:alert(1)">x</button></form>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '![a](javascript:alert(1))',
  '$\\href{javascript:alert(1)}{x}$',
  '$$\\htmlStyle{position:fixed}{x}$$',
  '$\\includegraphics{https://a.example/x.png}$',
  '```"><script>alert(1)</script>\nx\n```',
])('%j is harmless', (text) => {
  const html = render(text)
  const withoutMath = html.replace(/<span class="formula[\s\S]*?<\/annotation>/g, '')
  expect(withoutMath).not.toMatch(
    /<(script|style|iframe|form|object|embed|svg [^>]*on)\b|\son\w+=|<[^>]*(href|src)="(javascript|data:text)/i,
  )
  expect(withoutMath.replace(/<span[^>]*katex[\s\S]*$/, '')).not.toMatch(
    /<(div|span|p|a)[^>]* style="position/,
  )
})

test('never fetches a picture from the network, and shows embedded ones', () => {
  expect(render('![A fox](https://a.example/fox.png)')).not.toContain('<img')
  expect(render('![A fox](https://a.example/fox.png)')).toContain('aria-label="Open A fox"')
  expect(render('![A dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)')).toContain('<img src="data:image/gif')
})

test('renders math, leaves prices alone, and shows invalid math as its source', () => {
  expect(render('Take \\(x^2\\) for $5 or $10.').match(/class="formula"/g)).toHaveLength(1)
  expect(render('a\n\n\\[\nx\n\n=1\n\\]\n\nb').match(/katex-display/g)).toHaveLength(1)
  expect(render('$$x$$').match(/formula-display/g)).toHaveLength(1)
  expect(render('```math\nx\n```').match(/formula-display/g)).toHaveLength(1)
  expect(toText(render('See $\\notacommand{x$ now'))).toBe('See \\notacommand{x now')
  expect(toText(render('Open $$x^2 + '))).toBe('Open $$x^2 +')
  expect(toText(render('`$x$` and \\$5 and $HOME'))).toBe('$x$ and $5 and $HOME')
  expect(render('| a | b |\n| - | - |\n| $|x|$ | 2 |').match(/<td/g)).toHaveLength(2)
})

test('a long inline formula scrolls, also by keyboard; a short one does not', () => {
  const long = render(`So $\\text{${'wide '.repeat(20)}}$ it is`)
  expect(long).toMatch(
    /<span dir="ltr" class="formula formula-wide" tabindex="0" role="group" aria-label="Formula">/,
  )
  expect(render('So $x^2$ it is')).not.toMatch(/formula-wide|tabindex/)
})

test('ranks headings below those of the page, in every syntax', () => {
  const text = '# One\n\n## Two\n\n### Three\n\n#### Four\n\n###### Six\n\nSetext\n===\n\n<h1>HTML</h1>'
  const tags = [...render(text).matchAll(/<(h\d)\b[^>]*>([^<]*)/g)].map(([, tag, content]) => [tag, content])
  expect(tags).toEqual([
    ['h3', 'One'],
    ['h4', 'Two'],
    ['h5', 'Three'],
    ['h6', 'Four'],
    ['h6', 'Six'],
    ['h3', 'Setext'],
    ['h3', 'HTML'],
  ])
})

test('resolves footnotes and link definitions across blocks', () => {
  const html = render('Word[^1] and [site][s].\n\nMore [^2].\n\n[^1]: A *note*.\n\n[s]: https://s.example/\n')
  expect(html).toContain('aria-label="Footnote 1"')
  expect(html).toContain(
    '<div class="markdown selectable"><div class="markdown-section" data-at="0"><div class="markdown-group" data-at="0"><div class="space-y-4 whitespace-normal [&amp;&gt;*:first-child]:mt-0 [&amp;&gt;*:last-child]:mb-0 markdown-block"><p dir="auto">Word<sup data-mark="footnote"><button type="button" class="mark" aria-label="Footnote 1" data-footnote-reference="1">1</button></sup> and <a href="https://s.example/" title="https://s.example/" rel="noreferrer" draggable="false">site</a>.</p></div><div class="space-y-4 whitespace-normal [&amp;&gt;*:first-child]:mt-0 [&amp;&gt;*:last-child]:mb-0 markdown-block"><p dir="auto">More [^2].</p></div></div><div class="markdown-group" data-at="37"><div class="space-y-4 whitespace-normal [&amp;&gt;*:first-child]:mt-0 [&amp;&gt;*:last-child]:mb-0 markdown-block"><p dir="auto"><sup data-mark="footnote"><button type="button" class="mark" aria-label="Back to footnote 1 in the text" data-footnote-label="1">1</button></sup> A <em>note</em>.</p></div><div class="space-y-4 whitespace-normal [&amp;&gt;*:first-child]:mt-0 [&amp;&gt;*:last-child]:mb-0 markdown-block"></div></div></div></div>',
  )
  expect(html).toContain('<em>note</em>')
  expect(html).toContain('href="https://s.example/"')
  expect(toText(html)).toContain('More [^2].')
})

test('each paragraph, list and table has the direction of its own text, code always left to right', () => {
  const html = render(
    'שלום `npm i` עולם\n\n- أهلا\n\n| a | ب |\n| - | - |\n| 1 | 2 |\n\n```\nשלום\n```\n\n<p dir="rtl">x</p>',
  )
  expect(html).toContain('<p dir="auto">שלום <code dir="ltr">npm i</code> עולם</p>')
  expect(html).toContain('<ul dir="auto">')
  expect(html).toContain('<table dir="auto">')
  // A direction of their own would exclude their text from that of the table, the list, and the quote.
  expect(html).toContain('<th>ب</th>')
  const nested = render('- ש\n\n- ב\n\n> ציטוט')
  expect(nested).toMatch(/<ul dir="auto">\s*<li>\s*<p>ש<\/p>/)
  expect(nested).toMatch(/<blockquote dir="auto">\s*<p>ציטוט<\/p>/)
  expect(html).toMatch(/<section aria-label="Code: [^"]*" dir="ltr"/)
  expect(html).toContain('<p dir="rtl">x</p>')
})

test('renders task lists and deletions, but not approximations as deletions', () => {
  const html = render('- [x] done\n- [ ] open\n\n~~gone~~ but 20~25 and 30~35')
  expect(html.match(/aria-label="(Done|Not done)"/g)).toEqual(['aria-label="Done"', 'aria-label="Not done"'])
  expect(html.match(/<del>/g)).toHaveLength(1)
})

test('inserts citation marks at their positions and keeps the Markdown intact', () => {
  const text = 'The **bold claim**. Next `a b` one.\n\n- item\n\n```js\nlet x\n```\n\nEnd.'
  const at = (piece: string) => text.indexOf(piece) + piece.length
  const citations = [
    { at: at('bold'), sources: [1] },
    { at: at('claim**.'), sources: [1, 2] },
    { at: at('`a'), sources: [2] },
    { at: at('- it'), sources: [1] },
    { at: at('let'), sources: [1] },
    { at: at('End.'), sources: [2, 9] },
  ]
  const html = render(text, citations)
  expect(toText(html)).toBe('The bold[1] claim.[1][2] Next a b[2] one.item[1]let x[1]End.[2]')
  expect(html).toContain('<strong>bold')
  expect(html).toContain('aria-label="Source 2: Two"')
})

test('omits marks of unknown sources', () => {
  expect(toText(render('Words.', [{ at: 6, sources: [7] }]))).toBe('Words.')
})

test('a citation mark does not change the text around it', () => {
  const text = 'A [link](https://a.example/long) in 漢字 and _words_ | x.'
  for (let at = 1; at <= text.length; at += 1) {
    expect(toText(render(text, [{ at, sources: [1] }])).replace('[1]', '')).toBe(toText(render(text)))
  }
})

test('estimates code by its lines and prose by its length, with a gap between blocks', () => {
  const blocks = ['```js\n1\n2\n```\n\n', `${'a'.repeat(100)}\n\n`, '- a\n- b\n'].map((text) => ({
    text,
    at: 0,
  }))
  expect(estimateGroup(blocks)).toBe(4 + 98 + 12 + 48 + 12 + 52 + 4)
  expect(estimateGroups([blocks, blocks])).toBe(2 * estimateGroup(blocks) + 4)
})

test('a callout is a quote with a title, without the marks', () => {
  expect(render('> [!NOTE]\n> A *note*.')).toMatch(
    /<blockquote[^>]*>\s*<p><strong[^>]*>NOTE<\/strong><br\/>\s*A <em>note<\/em>\.<\/p>/,
  )
  expect(toText(render('> [!TIP]\n>\n> Below.'))).toBe('TIPBelow.')
  expect(toText(render('> [!NOTE] in a line, [!TIP]'))).toBe('[!NOTE] in a line, [!TIP]')
})
