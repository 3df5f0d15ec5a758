// Hostile content, by where it appears. `{run}` is a script that reports the case, `{url}` an address that must
// never be requested, `{host}` its host without the scheme.

interface HostileCase {
  readonly name: string
  readonly text: string
}

type Templates = Readonly<Record<string, string>>

/** Elements that run, load, embed, navigate or cover the page. */
const tags = [
  ...['a', 'applet', 'area', 'audio', 'base', 'body', 'button', 'details', 'dialog', 'div', 'embed'],
  ...['form', 'frame', 'iframe', 'img', 'input', 'link', 'math', 'meta', 'object', 'picture', 'portal'],
  ...['script', 'source', 'style', 'svg', 'table', 'template', 'video', 'webview', 'x-y'],
]

/** Attributes that do so on one of them. */
const attributes = `src="{url}" srcset="{url} 2x" href="javascript:{run}" xlink:href="{url}#x" ping="{url}" target="_top"
  data="{url}" code="{url}" poster="{url}" background="{url}" action="{url}" formaction="javascript:{run}" is="script"
  srcdoc="<script>{run}</script>" style="background: url({url}); position: fixed; inset: 0" autofocus autoplay open
  onload="{run}" onerror="{run}" onfocus="{run}" onclick="{run}" ontoggle="{run}" onloadstart="{run}"
  shadowrootmode="open" http-equiv="refresh" content="0;url={url}" rel="stylesheet preload prefetch dns-prefetch" as="image"`

const elements: Templates = {
  ...Object.fromEntries(
    tags.map((tag) => [
      `html-${tag}`,
      `<${tag} ${attributes.replaceAll(/\s+/g, ' ')}>{run} @import url("{url}");</${tag}>`,
    ]),
  ),
  'html-svg-nested':
    '<svg><foreignObject><iframe src="javascript:{run}"></iframe><img src="{url}"></foreignObject><image href="{url}"/><a><animate attributeName="href" values="javascript:{run}"/><set attributeName="onload" to="{run}"/></a></svg>',
  'html-math-nested':
    '<math><mtext><table><mglyph><style><img src="{url}" onerror="{run}"></style></mglyph></table></mtext></math>',
  'html-noscript': '<noscript><p title="</noscript><img src={url} onerror={run}>"></p></noscript>',
  'html-comment': '<!--><img src="{url}" onerror="{run}">-->',
  'html-cdata': '<![CDATA[<img src="{url}" onerror="{run}">]]><?xml version="1.0"?>',
  'html-clobbering':
    '<a id="location"></a><form id="document" name="desktop"><input name="parentNode"></form>',
}

/** Link destinations that must not be links, in their Markdown spelling. */
const destinations: Templates = {
  case: 'JaVaScRiPt:{run}',
  entity: '&#106;avascript&colon;{run}',
  'hex-entity': '&#x6A;&#x61;vascript&#x3A;{run}',
  'tab-entity': 'java&Tab;script:{run}',
  percent: 'javascript%3A{run}',
  space: '<  javascript:{run}>',
  control: '\u0001javascript:{run}',
  vbscript: 'vbscript:msgbox({run})',
  'data-html': 'data:text/html,<script>{run}</script>',
  'data-svg': 'data:image/svg+xml,<svg%20onload={run}>',
  file: 'file:///etc/passwd',
  unc: '\\\\\\\\{host}\\share',
  custom: 'ms-msdt:/id%20PCWDiagnostic',
  app: 'app://playground/index.html',
  relative: '//{host}/{name}',
}

const markdown: Templates = {
  ...elements,
  image: '![<img src={url} onerror={run}>]({url} "x\\" onerror=\\"{run}")',
  'math-link': '$\\href{javascript:{run}}{x}$ $\\url{javascript:{run}}$ $\\includegraphics{{url}}$',
  'math-html':
    '$\\htmlData{onclick={run}}{x}$ $\\htmlStyle{background:url({url})}{x}$ $\\htmlId{location}{x}$',
  'math-macro-bomb': '$\\def\\a#1{#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}}}}}}$',
  'code-language': '```"><img/src="{url}"/onerror="{run}">\n<script>{run}</script>\n```',
  'wide-table': `| ${'a | '.repeat(200)}\n| ${'- | '.repeat(200)}\n| ${'b | '.repeat(200)}`,
  // Their links are clicked, so they are in view at the end.
  ...Object.fromEntries(
    Object.entries(destinations).map(([name, to]) => [`link-${name}`, `[x](${to}) ![x](${to})`]),
  ),
  'link-title': '[x]({url} "\\" onmouseover=\\"{run}\\" x=\\"")',
  'link-userinfo': '[https://example.com](https://example.com@{host}/{name})',
  'link-homograph': '[https://apple.com](https://аррӏе.example/{name})',
  'link-bidi': '[https://example.com/\u202Efdp.exe](https://example.com/\u202E{name})',
  'link-in-table': '| a |\n| - |\n| [x](javascript:{run}) |',
  'link-in-footnote': 'See[^{name}].\n\n[^{name}]: [x](javascript:{run}) <img src="{url}" onerror="{run}">',
  'link-reference': '[x][{name}] ![x][{name}-image]\n\n[{name}]: javascript:{run}\n\n[{name}-image]: {url}',
  'link-nested': '[[[x](javascript:{run})](javascript:{run})](javascript:{run})',
  autolink: '<javascript:{run}> <{url}> and {url}',
}

/** Frames of HTML: search suggestions of a vendor, and previews of code. */
const suggestions: Templates = {
  ...elements,
  'frame-style':
    '<style>@import "{url}"; @font-face { font-family: f; src: url({url}) } p { background: url({url}) }</style>',
  'frame-closes-body': '</body></html><body onload="{run}"><img src="{url}" onerror="{run}">',
}

const drawings: Templates = {
  'svg-use': '<svg><use href="{url}#x"/><use xlink:href="{url}"/></svg>',
  'svg-loads':
    '<svg onload="{run}"><script href="{url}">{run}</script><image href="{url}"/><feImage href="{url}"/><style>@import "{url}"; rect { fill: url({url}#x) }</style><rect width="9" height="9"/></svg>',
  'svg-nested':
    '<svg><foreignObject width="99" height="99"><iframe src="{url}"></iframe><meta http-equiv="refresh" content="0;url={url}"/></foreignObject><a href="{url}" target="_top"><set attributeName="href" to="javascript:{run}"/><text y="20">x</text></a></svg>',
  'svg-doctype':
    '<?xml version="1.0"?><?xml-stylesheet href="{url}"?><!DOCTYPE svg [<!ENTITY e SYSTEM "{url}">]><svg><text>&e;</text></svg>',
  'svg-closes-body': '<svg></svg></body></html><body onload="{run}"><object data="{url}"></object>',
}

/** Mermaid diagrams. Their scripts cannot reach the page, so `{run}` marks the frame's own document. */
const diagrams: Templates = {
  'diagram-front-matter':
    '---\ntitle: <img src={url} onerror={run}>\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n  dompurifyConfig:\n    ADD_TAGS: [script, iframe]\n    ADD_ATTR: [onerror]\n---\nflowchart LR\n  accTitle: <script>{run}</script>\n  accDescr: <img src={url} onerror={run}>\n  a["<img src={url} onerror={run}>"] --> b["#lt;script#gt;{run}#lt;/script#gt;"]\n  a --> c["$$\\\\href{javascript:{run}}{x}$$"]',
  'diagram-loose':
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "__proto__": {"securityLevel": "loose"}}}%%\nflowchart LR\n  a["<img src=x onerror={run}>"] --> b["<iframe srcdoc=x>y</iframe>"]\n  click a call eval("{run}")\n  click b href "javascript:{run}" _top',
  'diagram-styles':
    '%%{init: {"themeCSS": "@import url({url}); * { background: url({url}) }", "themeVariables": {"fontFamily": "x;} * { background: url({url}) } </style><script>{run}</script>"}}%%\nflowchart LR\n  a --> b',
  'diagram-image': 'flowchart LR\n  a@{ img: "{url}", label: "x", w: 60, h: 60 } --> b@{ icon: "{url}" }',
  'diagram-sequence':
    'sequenceDiagram\n  participant a as <img src=x onerror={run}>\n  a->>b: <script>{run}</script>\n  link a: x @ javascript:{run}\n  links b: {"y": "javascript:{run}", "z": "{url}"}',
  'diagram-pie': 'pie title <script>{run}</script>\n  "<img src=x onerror={run}>": 1',
}

/** URLs of sources and of pages that a model has read. */
const urls: Templates = {
  'url-javascript': 'javascript:{run}',
  'url-javascript-tab': ' java\tscript:{run}',
  'url-data': 'data:text/html,<script>{run}</script>',
  'url-file': 'file:///etc/passwd',
  'url-unc': '\\\\{host}\\share',
  'url-ms-msdt': 'ms-msdt:/id',
  'url-markup': '{url}"><img src="{url}" onerror="{run}">',
}

const markup =
  '<img src="{url}" onerror="{run}"><script>{run}</script><iframe src="{url}"></iframe>[x](javascript:{run})![x]({url})'

export type HostileContent = ReturnType<typeof toHostileContent>

/** `origin` is the address of the server that no case may reach. */
export function toHostileContent(origin: string) {
  const fill = (name: string, template: string, run = `top.hostile('${name}')`) =>
    template
      .replaceAll('{url}', `${origin}/${name}`)
      .replaceAll('{host}', new URL(origin).host)
      .replaceAll('{name}', name)
      .replaceAll('{run}', run)
  const fillAll = (templates: Templates, run?: string): HostileCase[] =>
    Object.entries(templates).map(([name, template]) => ({ name, text: fill(name, template, run) }))
  return {
    markdown: fillAll(markdown),
    suggestions: fillAll(suggestions),
    drawings: fillAll(drawings),
    diagrams: fillAll(diagrams, 'document.body.dataset.ran=1'),
    urls: fillAll(urls),
    /** A text that is shown as it is. */
    inText: (name: string) => fill(name, markup),
  }
}
