// The frame of an exported page: no scripts, no requests, light and dark and on paper.

const style = `
:root { color-scheme: light dark; --ink: #1c1d21; --quiet: #62656f; --line: #dfe1e6; --ground: #fff; --box: #f5f6f8; --link: #2456c9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e8ec; --quiet: #9b9fab; --line: #33363f; --ground: #17181c; --box: #202228; --link: #8db0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
header p, .notice, summary, footer { color: var(--quiet); font-size: .85rem; }
section.turn { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1rem; }
h2.role { font-size: .85rem; color: var(--quiet); margin: 0 0 .5rem; font-weight: 600; }
.user > h2.role { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.3; }
.turn h1 { font-size: 1.35rem; }
.turn h2:not(.role) { font-size: 1.2rem; }
.turn h3 { font-size: 1.05rem; }
.footnotes { font-size: .9rem; }
.footnotes > h2 { font-size: .85rem !important; color: var(--quiet); }
a { color: var(--link); }
pre, code { font: 13px/1.5 ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; background: var(--box); border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: .75rem; overflow-x: auto; border: 1px solid var(--line); white-space: pre-wrap; }
pre code { padding: 0; background: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; }
th:not([align]) { text-align: left; }
blockquote { margin-inline: 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
img, video { max-width: 100%; height: auto; border-radius: 6px; }
audio { width: 100%; }
details { margin: .75rem 0; padding-left: .75rem; border-left: 3px solid var(--line); }
summary { cursor: pointer; }
figure { margin: .75rem 0; }
figcaption { font-weight: 600; font-size: .85rem; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } section { break-inside: auto; } h2 { break-after: avoid; } pre, img { break-inside: avoid; } }
`

/** Whatever an answer names, the page itself fetches nothing. */
const policy = "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'"

export function openPage(title: string, details: string): string {
  return `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(details)}</p>
</header>
<main>
`
}

export const closedPage = '</main>\n</body>\n</html>\n'

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
