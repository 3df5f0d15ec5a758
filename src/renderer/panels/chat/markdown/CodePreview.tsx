// Previews of SVG and HTML code blocks, in a frame that cannot load anything; scripts run only on request.
import { Play, Square, TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { toPreviewUrl } from '#shared/desktop/preview-frames'
import { Button } from '../../../components/Button'
import { useDebounced } from '../../../components/use-debounced'
import { SandboxedFrame, toSandboxedHtml } from './SandboxedFrame'

export interface FramePreview {
  readonly name: 'SVG' | 'HTML'
  readonly style: string
  readonly height: number
}

const svg: FramePreview = {
  name: 'SVG',
  style:
    'html{color-scheme:light;background:#fff}body{margin:0;display:flex;height:100vh}body>svg{max-width:100%;max-height:100%;margin:auto}',
  height: 320,
}
/** `DiagramPreview` shows it. */
const mermaid = { name: 'Mermaid' } as const

type Preview = FramePreview | typeof mermaid

const html: FramePreview = { name: 'HTML', style: 'html{color-scheme:light;background:#fff}', height: 400 }
const maxLength = 500_000
/** Mermaid's own limit. */
const maxMermaidLength = 50_000

/** Null if there is no preview of this language. */
export function findPreview(language: string, code: string): Preview | null {
  if (code.length > maxLength) return null
  const name = language.toLowerCase()
  if (name === 'svg' || (name === 'xml' && /<svg[\s>]/i.test(code.slice(0, 2000)))) return svg
  if (name === 'mermaid') return code.length > maxMermaidLength ? null : mermaid
  return /^x?html?$/.test(name) ? html : null
}

export function CodePreview({ preview, code }: { preview: FramePreview; code: string }) {
  // While the code is streamed, the frame does not reload with each word.
  const shown = useDebounced(code, 400)
  /** The code whose scripts run: changed code is run only on request. */
  const [running, setRunning] = useState<string>()
  const isRunning = running === shown
  const isHarmful = useMemo(() => isExpensive(toSandboxedHtml(shown, preview)), [shown, preview])
  const { name, style, height } = preview
  return (
    <>
      {isHarmful && <p className="px-4 py-3 text-soft">This code is too complex to preview.</p>}
      {!isHarmful && isRunning && <ScriptFrame html={shown} height={height} />}
      {!isHarmful && !isRunning && (
        <SandboxedFrame title={`${name} preview`} html={shown} style={style} height={height} />
      )}
      <div className="flex min-h-8 items-center gap-2 border-line border-t pr-1 pl-4 text-xs">
        {isRunning ? (
          <p role="status" className="flex min-w-0 flex-1 items-center gap-1.5 text-warn">
            <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
            Scripts are running. Network, storage, forms, and pop-ups are off.
          </p>
        ) : (
          <p className="min-w-0 flex-1 text-faint">
            Static preview. Scripts, links, images, and network requests are off.
          </p>
        )}
        {name === 'HTML' && !isHarmful && (
          <Button size="small" variant="quiet" onClick={() => setRunning(isRunning ? undefined : shown)}>
            {isRunning ? <Square size={12} aria-hidden="true" /> : <Play size={12} aria-hidden="true" />}
            {isRunning ? 'Stop scripts' : 'Run scripts'}
          </Button>
        )}
      </div>
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

function ScriptFrame({ html, height }: { readonly html: string; readonly height: number }) {
  const [url] = useState(() => toPreviewUrl(crypto.randomUUID(), 'script-frame'))
  const isSent = useRef(false)
  const send = (frame: HTMLIFrameElement) => {
    // The HTML replaces the frame's page, which then loads again.
    if (isSent.current) return
    isSent.current = true
    frame.contentWindow?.postMessage(html, '*')
  }
  return (
    <iframe
      title="HTML preview with scripts"
      src={url}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => send(currentTarget)}
      // Pages without a background expect a white one.
      style={{ height, colorScheme: 'light', background: '#fff' }}
      className="block w-full"
    />
  )
}
