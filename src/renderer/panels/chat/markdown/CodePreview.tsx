// Previews of SVG and HTML code blocks, in a frame that can neither run scripts nor load anything.
import { useMemo } from 'react'
import { useDebounced } from '../../../components/use-debounced'
import { SandboxedFrame, toSandboxedHtml } from './SandboxedFrame'

export interface Preview {
  readonly name: 'SVG' | 'HTML'
  readonly style: string
  readonly height: number
}

const svg: Preview = {
  name: 'SVG',
  style:
    'html{color-scheme:light;background:#fff}body{margin:0;display:flex;height:100vh}body>svg{max-width:100%;max-height:100%;margin:auto}',
  height: 320,
}
const html: Preview = { name: 'HTML', style: 'html{color-scheme:light;background:#fff}', height: 400 }
const maxLength = 500_000

/** Null if there is no preview of this language. */
export function findPreview(language: string, code: string): Preview | null {
  if (code.length > maxLength) return null
  const name = language.toLowerCase()
  if (name === 'svg' || (name === 'xml' && /<svg[\s>]/i.test(code.slice(0, 2000)))) return svg
  return /^x?html?$/.test(name) ? html : null
}

export function CodePreview({ preview, code }: { preview: Preview; code: string }) {
  // While the code is streamed, the frame does not reload with each word.
  const shown = useDebounced(code, 400)
  const isHarmful = useMemo(() => isExpensive(toSandboxedHtml(shown, preview)), [shown, preview])
  return (
    <>
      {isHarmful ? (
        <p className="px-4 py-3 text-soft">This code is too complex to preview.</p>
      ) : (
        <SandboxedFrame
          title={`${preview.name} preview`}
          html={shown}
          style={preview.style}
          height={preview.height}
        />
      )}
      <p className="border-line border-t px-4 py-1 text-faint text-xs">
        Static preview. Scripts, links, images, and network requests are off.
      </p>
    </>
  )
}

const maxRendered = 100_000
const maxDepth = 1000

/** SVG elements that render what they contain once more for each reference to them. */
const repeated = 'use, mask, clipPath, pattern, filter, marker'

/**
 * Elements of an SVG can refer to others, which are rendered once for each reference: twenty lines can render more
 * elements than fit into memory, and would end the page's process.
 */
function isExpensive(page: string): boolean {
  // Nothing of this document is rendered, loaded or run.
  const parsed = new DOMParser().parseFromString(page, 'text/html')
  if (parsed.querySelector(repeated) === null) return false
  if (hasHiddenReferences(parsed)) return true
  const counts = new Map<Element, number>()
  const count = (element: Element, depth: number): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    if (depth > maxDepth) return Number.POSITIVE_INFINITY
    // This is the result of a circular reference.
    counts.set(element, Number.POSITIVE_INFINITY)
    let total = 1
    for (const child of element.children) total += count(child, depth + 1)
    for (const { target, times } of listReferences(element, parsed)) total += times * count(target, depth + 1)
    counts.set(element, total)
    return total
  }
  return count(parsed.documentElement, 0) > maxRendered
}

/** References in style sheets, variables and animations, and unusual names, cannot be counted. */
function hasHiddenReferences(parsed: Document): boolean {
  const styles = [...parsed.querySelectorAll('style')].map(({ textContent }) => textContent).join()
  if (/url|\\/i.test(styles)) return true
  return [...parsed.querySelectorAll('*')].some((element) => {
    // An animation sets the reference of its parent once it runs, without a script.
    const hidden = element.hasAttribute('attributeName')
      ? /href|url\(|var\s*\(|inherit/i
      : /var\s*\(|inherit/i
    return (
      /[^\w.:-]/.test(element.id) || [...element.attributes].some(({ value }) => hidden.test(toPlain(value)))
    )
  })
}

interface Reference {
  readonly target: Element
  readonly times: number
}

function listReferences(element: Element, parsed: Document): Reference[] {
  const canShow = element.namespaceURI === 'http://www.w3.org/2000/svg' && element.localName !== 'a'
  return [...element.attributes].flatMap(({ localName, value }) => {
    const plain = toPlain(value)
    const isLink = canShow && (localName === 'href' || localName.endsWith(':href'))
    if (!isLink && !/url\(/i.test(plain)) return []
    // Descendants may inherit it.
    const times = isLink ? 1 : element.querySelectorAll('*').length + 1
    return [...plain.matchAll(/#([\w.:-]+)/g)].flatMap(([, name = '']) => {
      const target = parsed.getElementById(name)
      return target ? { target, times } : []
    })
  })
}

/** Without the escapes of CSS and URLs. */
function toPlain(value: string): string {
  if (!/[\\%\s]/.test(value)) return value
  const toCharacter = (_: string, code: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
  return value
    .replace(/\\([0-9a-f]{1,6})\s?/gi, toCharacter)
    .replace(/\\(.)/g, '$1')
    .replace(/%([0-9a-f]{2})/gi, toCharacter)
    .replace(/[\t\n\r]/g, '')
}
