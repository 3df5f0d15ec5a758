// The vendor's HTML of search suggestions, in a frame without script, network and navigation.
import { useMemo } from 'react'

export function SearchSuggestions({ html }: { html: string }) {
  const page = useMemo(() => toSandboxedHtml(html), [html])
  return (
    <iframe
      title="Search suggestions"
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height: estimateFrameHeight(html) }}
      className="block w-full rounded-lg border border-line"
    />
  )
}

/** In addition to the frame's sandbox and the application's policy, which it inherits. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"

/**
 * Untrusted HTML as a whole page. The policy precedes the HTML, whose own `meta` can only make it stricter. Links are
 * inert: the sandbox allows no pop-ups, and clicks do not reach them.
 */
export function toSandboxedHtml(html: string): string {
  const head = [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<style>html{color-scheme:light dark}body{margin:0;font:13px/20px system-ui,sans-serif}',
    'a,area,button,form,input,label,select,summary{pointer-events:none!important}</style></head><body inert>',
  ]
  // A refresh would navigate without script or click.
  return `${head.join('')}${withoutRefresh(html)}</body></html>`
}

/** A frame without scripts cannot report its height: this is that of a row of chips, or more for longer text. */
function estimateFrameHeight(html: string): number {
  const text = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<svg[\s\S]*?<\/svg>/gi, '')
    .replace(/<[^>]*>/g, ' ')
  const isRow = /class="?'?(carousel|container)/.test(html)
  return isRow ? 60 : Math.min(Math.max(Math.ceil(text.replace(/\s+/g, ' ').length / 80) * 24 + 24, 60), 240)
}

function withoutRefresh(html: string): string {
  return html.replace(/<(?=meta|base)/gi, '<x-')
}
