// What a finished response shows: every word of its text, in order, and nothing that the model did not write.
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TooltipProvider } from '../../../components/Tooltip'
import { Markdown } from './Markdown'
import { closeBareUrls, movePosition } from './normalize-text'
import { texts, words } from './texts.fixture'

// The page requests its port when it is loaded; here there is no page.
vi.hoisted(() => {
  const page = { addEventListener: () => {}, removeEventListener: () => {}, postMessage: () => {} }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { origin: 'null' })
  // The request's timeout must not fire while another test file runs.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" }

function renderHtml(text: string, isStreaming = false): string {
  return renderToStaticMarkup(
    <TooltipProvider>
      <Markdown text={text} isStreaming={isStreaming} />
    </TooltipProvider>,
  )
}

function show(text: string, isStreaming = false): string {
  return decode(
    removeDrawings(renderHtml(text, isStreaming))
      // The title of a block of code names a language in another way.
      .replace(/(<span class="min-w-0 flex-1 truncate[^>]*>)(?:JavaScript|Markdown|Text)/g, '$1')
      .replace(/<[^>]+>/g, ''),
  )
}

const decode = (text: string) => text.replace(/&([a-z]+|#x27);/g, (found, name) => entities[name] ?? found)

/** Leaves only the source of each formula. */
function removeDrawings(html: string): string {
  const start = html.search(/<span class="katex(?:-error)?"/)
  if (start < 0) return html
  let depth = 0
  for (const { 0: tag, index } of html.slice(start).matchAll(/<\/?span\b[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth > 0) continue
    const drawing = html.slice(start, start + index)
    const [, source = ''] = /<annotation[^>]*>([\s\S]*?)<\/annotation>/.exec(drawing) ?? []
    return html.slice(0, start) + source + removeDrawings(html.slice(start + index))
  }
  return html
}

/** Within HTML, where there is no math, the delimiters of display math are the common ones. */
const compact = (text: string) => decode(text.replace(/\\[[\]]/g, '$$$$')).replace(/\s+/g, '')

/** Whether `part` is left of `whole` when some characters are removed. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (const character of part) {
    at = whole.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}

test('shows every word in order, and nothing else', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = show(text)
      expect(words(shown)).toEqual(words(text))
      expect(isSubsequence(compact(shown), compact(text)), shown.trim()).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('shows every word that has been received', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, cut) => {
      // Whether a definition is used is known at the end.
      fc.pre(!text.includes(']:'))
      const received = text.slice(0, cut % (text.length + 1))
      expect(words(show(received, true))).toEqual(words(received))
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['The loop runs while i <n and adds one.\n\nSecond.', 'The loop runs while i <n and adds one.Second.'],
  ['Contact John <john@doe.com', 'Contact John <john@doe.com'],
  ['Start [a, b).\n\nThen.', 'Start [a, b).Then.'],
  ['The **kwargs argument.\n\nEnd.', 'The **kwargs argument.End.'],
  ['If a<b and c>d then **stop**.', 'If a<b and c>d then stop.'],
  ['<note><to>Ann</to></note>', '<note><to>Ann</to></note>'],
  ['Mid<think>plan b</think>End', 'Mid<think>plan b</think>End'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<details>a</details> \\(b\\)$c$', 'a \\(b\\)$c$'],
])('%j is shown as %j', (text, shown) => {
  expect(show(text).replaceAll('\n', '')).toBe(shown)
})

const tagsOf = (text: string, name: string) =>
  [...renderHtml(text).matchAll(new RegExp(String.raw`<${name}[ >][\s\S]*?</${name}>`, 'g'))].map(([html]) =>
    html.replace(/<[^>]+>/g, ''),
  )

test('HTML that is rendered stays so', () => {
  const html = renderHtml(
    '<details open><summary>More</summary>\n\nH<sub>2</sub>O<br>x\n\n</details>\n\n<kbd>Q</kbd>',
  )
  for (const tag of ['details', 'summary', 'sub', 'br', 'kbd'])
    expect(html).toMatch(new RegExp(`<${tag}[ />]`))
})

test('marks beside CJK punctuation, and the ends of URLs in CJK text', () => {
  expect(tagsOf('这是**“会引起”**渲染错误的**“已知问题”**，例如。', 'strong')).toEqual([
    '“会引起”',
    '“已知问题”',
  ])
  expect(tagsOf('**Markdown（マークダウン）**は、**“공개 문서”**는', 'strong')).toEqual([
    'Markdown（マークダウン）',
    '“공개 문서”',
  ])
  expect(tagsOf('~~删除（测试）~~了', 'del')).toEqual(['删除（测试）'])
  const urls =
    '请访问https://example.com/docs。谢谢！（见https://example.com/a）另外，www.example.com/b，以及 https://e.com/文档'
  expect(tagsOf(urls, 'a')).toEqual([
    'https://example.com/docs',
    'https://example.com/a',
    'www.example.com/b',
    'https://e.com/文档',
  ])
})

test('marks around and after a URL in CJK text are read, and citations stay in their place', () => {
  const text =
    '**请访问https://example.com/a。**谢谢！这是**“粗”**的 `https://b.example。`，www.example.com/c，~~旧~~'
  expect(tagsOf(text, 'strong')).toEqual(['请访问https://example.com/a。', '“粗”'])
  expect(tagsOf(text, 'a')).toEqual(['https://example.com/a', 'www.example.com/c'])
  expect(tagsOf(text, 'code')).toEqual(['https://b.example。'])
  expect(tagsOf('[见](https://a.example/x。y) <https://b.example/。>', 'a')).toEqual([
    '见',
    'https://b.example/。',
  ])
  const { insertions } = closeBareUrls('a https://b.example。c')
  expect([2, 3, 19, 20].map((at) => movePosition(at, insertions))).toEqual([2, 5, 23, 24])
})

test('a Markdown document with code in it is one block', () => {
  const document = '# Title\n\n```js\nlog(1)\n```\n\n## Next\n\n```bash\nnpm i\n```'
  const html = renderHtml(`\`\`\`markdown\n${document}\n\`\`\`\n\nThat was **it**.`)
  expect(html.match(/aria-label="Code: /g)).toHaveLength(1)
  expect(html).toContain('<strong>it</strong>')
})

test('items keep their numbers, and a row its last cell', () => {
  expect(renderHtml('2. a\n4. b\n6. c')).toMatch(/start="2"[\s\S]*value="4"[\s\S]*value="6"/)
  for (const usual of ['1. a\n1. b', '1. a\n2. b', '3. a']) expect(renderHtml(usual)).not.toContain('value=')
  expect(tagsOf('| a |\n| - |\n| 1 | 2 |', 'td')).toEqual(['1', '2'])
})
