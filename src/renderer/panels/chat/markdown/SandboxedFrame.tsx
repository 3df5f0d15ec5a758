// A frame for untrusted HTML and SVG: without scripts, network, links and navigation.
import { useMemo } from 'react'
import { joinClasses } from '../../../components/join-classes'

interface SandboxedFrameProps {
  readonly title: string
  /** HTML, or an SVG element. */
  readonly html: string
  /** A style sheet before the HTML's own. */
  readonly style: string
  readonly height: number
  /** Allows `data:` images, which can be SVG that takes all memory to render. */
  readonly images?: boolean
  readonly className?: string
}

export function SandboxedFrame({
  title,
  html,
  style,
  height,
  images = false,
  className,
}: SandboxedFrameProps) {
  const page = useMemo(() => toSandboxedHtml(html, { style, images }), [html, style, images])
  return (
    <iframe
      title={title}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height }}
      className={joinClasses('block w-full', className)}
    />
  )
}

/** In addition to the frame's sandbox and the application's policy, which it inherits. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/**
 * Untrusted HTML as a whole page. The policy precedes the HTML, whose own `meta` can only make it stricter. Links are
 * inert: the sandbox allows no pop-ups, and clicks do not reach them.
 */
export function toSandboxedHtml(
  html: string,
  { style, images }: Pick<SandboxedFrameProps, 'style' | 'images'>,
): string {
  const head = [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}${images ? '; img-src data:' : ''}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">',
    `<style>${style}`,
    'a,area,button,form,input,label,select,summary{pointer-events:none!important}</style></head><body inert>',
  ]
  return `${head.join('')}${withoutDocumentTags(html)}</body></html>`
}

/**
 * A refresh would navigate without a script or a click, a `link` may look up a host, which no policy covers, and frames
 * and templates would be documents of their own.
 */
function withoutDocumentTags(html: string): string {
  return html.replace(/<(?=meta|base|link|i?frame|object|embed|template)/gi, '<x-')
}
