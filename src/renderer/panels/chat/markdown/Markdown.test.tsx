// Markdown as it is drawn: maths, notes, marks, and what strangers try to put into it.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TooltipProvider } from '../../../components/Tooltip'
import { CitedSources } from '../sources/CitedSources'
import type { Citation } from '../sources/read-citations'
import { Markdown } from './Markdown'

// The page asks for its port as soon as it is loaded; here there is no page.
vi.hoisted(() => {
  const page = { addEventListener: () => {}, removeEventListener: () => {}, postMessage: () => {} }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { origin: 'null' })
  // Nor does it give up waiting for it while another test file runs.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})

const sources = ['One', 'Two'].map((title, index) => ({
  number: index + 1,
  title,
  address: `https://${title.toLowerCase()}.example/`,
}))
const draw = (text: string, citations: readonly Citation[] = []) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <CitedSources sources={sources}>
        <Markdown text={text} citations={citations} />
      </CitedSources>
    </TooltipProvider>,
  )
/** The words alone, without titles and line ends. */
const toWords = (html: string) =>
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
])('%j does no harm', (text) => {
  const html = draw(text)
  const withoutMaths = html.replace(/<span class="maths[\s\S]*?<\/annotation>/g, '')
  expect(withoutMaths).not.toMatch(
    /<(script|style|iframe|form|object|embed|svg [^>]*on)\b|\son\w+=|<[^>]*(href|src)="(javascript|data:text)/i,
  )
  expect(withoutMaths.replace(/<span[^>]*katex[\s\S]*$/, '')).not.toMatch(
    /<(div|span|p|a)[^>]* style="position/,
  )
})

test('a picture of the network is never fetched, kept ones are shown', () => {
  expect(draw('![A fox](https://a.example/fox.png)')).not.toContain('<img')
  expect(draw('![A fox](https://a.example/fox.png)')).toContain('aria-label="Open A fox"')
  expect(draw('![A dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)')).toContain('<img src="data:image/gif')
})

test('maths is drawn, prices are not, and what cannot be read stands as it was written', () => {
  expect(draw('Take \\(x^2\\) for $5 or $10.').match(/class="maths"/g)).toHaveLength(1)
  expect(draw('a\n\n\\[\nx\n\n=1\n\\]\n\nb').match(/katex-display/g)).toHaveLength(1)
  expect(draw('$$x$$').match(/maths-display/g)).toHaveLength(1)
  expect(draw('```math\nx\n```').match(/maths-display/g)).toHaveLength(1)
  expect(toWords(draw('See $\\notacommand{x$ now'))).toBe('See \\notacommand{x now')
  expect(toWords(draw('Open $$x^2 + '))).toBe('Open $$x^2 +')
  expect(toWords(draw('`$x$` and \\$5 and $HOME'))).toBe('$x$ and $5 and $HOME')
  expect(draw('| a | b |\n| - | - |\n| $|x|$ | 2 |').match(/<td/g)).toHaveLength(2)
})

test('a long formula among words can be scrolled, also by keyboard; a short one is as wide as it is', () => {
  const long = draw(`So $\\text{${'wide '.repeat(20)}}$ it is`)
  expect(long).toMatch(/<span class="maths maths-wide" tabindex="0" role="group" aria-label="Formula">/)
  expect(draw('So $x^2$ it is')).not.toMatch(/maths-wide|tabindex/)
})

test('headings stand below those of the page, however they are written', () => {
  const text = '# One\n\n## Two\n\n### Three\n\n#### Four\n\n###### Six\n\nSetext\n===\n\n<h1>HTML</h1>'
  const tags = [...draw(text).matchAll(/<(h\d)\b[^>]*>([^<]*)/g)].map(([, tag, words]) => [tag, words])
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

test('footnotes and addresses reach over blocks', () => {
  const html = draw('Word[^1] and [site][s].\n\nMore [^2].\n\n[^1]: A *note*.\n\n[s]: https://s.example/\n')
  expect(html).toContain('aria-label="Footnote 1"')
  expect(html).toContain('aria-label="Back to the text of footnote 1"')
  expect(html).toContain('<em>note</em>')
  expect(html).toContain('href="https://s.example/"')
  expect(toWords(html)).toContain('More [^2].')
})

test('task lists, deletions and approximations', () => {
  const html = draw('- [x] done\n- [ ] open\n\n~~gone~~ but 20~25 and 30~35')
  expect(html.match(/aria-label="(Done|Not done)"/g)).toEqual(['aria-label="Done"', 'aria-label="Not done"'])
  expect(html.match(/<del>/g)).toHaveLength(1)
})

test('citation marks stand at their places and leave the Markdown whole', () => {
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
  const html = draw(text, citations)
  expect(toWords(html)).toBe('The bold[1] claim.[1][2] Next a b[2] one.item[1]let x[1]End.[2]')
  expect(html).toContain('<strong>bold')
  expect(html).toContain('aria-label="Source 2: Two"')
})

test('marks of sources that are not known are left out', () => {
  expect(toWords(draw('Words.', [{ at: 6, sources: [7] }]))).toBe('Words.')
})

test('a mark leaves what stands around it as it is', () => {
  const text = 'A [link](https://a.example/long) in 漢字 and _words_ | x.'
  for (let at = 1; at <= text.length; at += 1) {
    expect(toWords(draw(text, [{ at, sources: [1] }])).replace('[1]', '')).toBe(toWords(draw(text)))
  }
})
