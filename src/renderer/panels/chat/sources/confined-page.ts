// A stranger's HTML as a page that may do nothing: no script, no network, no link that leads anywhere.

/** The page's own policy, on top of the frame's sandbox and the application's policy, which it inherits. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"

/**
 * The policy stands before the HTML, whose own `meta` can only add to it. Links keep their look and are inert:
 * the sandbox allows no pop-up, and what is clicked never reaches them.
 */
export function toConfinedPage(html: string): string {
  const head = [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<style>html{color-scheme:light dark}body{margin:0;font:13px/20px system-ui,sans-serif}',
    'a,area,button,form,input,label,select,summary{pointer-events:none!important}</style></head><body inert>',
  ]
  // A refresh is the one way of leaving that needs neither script nor click.
  return `${head.join('')}${withoutRefresh(html)}</body></html>`
}

/** A frame without scripts cannot tell its height: that of the vendor's row of chips, or of more where more is said. */
export function estimateHeight(html: string): number {
  const words = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<svg[\s\S]*?<\/svg>/gi, '')
    .replace(/<[^>]*>/g, ' ')
  const isRow = /class="?'?(carousel|container)/.test(html)
  return isRow ? 60 : Math.min(Math.max(Math.ceil(words.replace(/\s+/g, ' ').length / 80) * 24 + 24, 60), 240)
}

function withoutRefresh(html: string): string {
  return html.replace(/<(?=meta|base)/gi, '<x-')
}
