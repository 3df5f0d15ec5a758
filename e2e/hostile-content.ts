// Hostile content, by where it appears. `{run}` is a script that reports the case, `{url}` an address that must
// never be requested, `{host}` its host without the scheme.

interface HostileCase {
  readonly name: string
  readonly text: string
}

type Templates = Readonly<Record<string, string>>

const markdown: Templates = {
  'link-javascript': '[x](javascript:{run})',
  'link-javascript-case': '[x](JaVaScRiPt:{run})',
  'link-javascript-entity': '[x](&#106;avascript&colon;{run})',
  'link-javascript-hex-entity': '[x](&#x6A;&#x61;vascript&#x3A;{run})',
  'link-javascript-tab-entity': '[x](java&Tab;script:{run})',
  'link-javascript-newline-entity': '[x](java&NewLine;script&colon;{run})',
  'link-javascript-percent': '[x](javascript%3A{run})',
  'link-javascript-leading-space': '[x](<  javascript:{run}>)',
  'link-javascript-control-character': '[x](\u0001javascript:{run})',
  'link-vbscript': '[x](vbscript:msgbox({run}))',
  'link-data-html': '[x](data:text/html,<script>{run}</script>)',
  'link-data-base64': '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  'link-data-svg': '[x](data:image/svg+xml,<svg%20onload={run}>)',
  'link-file': '[x](file:///etc/passwd)',
  'link-unc': '[x](\\\\\\\\{host}\\share)',
  'link-smb': '[x](smb://{host}/share)',
  'link-ms-msdt': '[x](ms-msdt:/id%20PCWDiagnostic)',
  'link-custom-scheme':
    '[x](vscode://file/etc/passwd) [y](app://playground/index.html) [z](media://library/x)',
  'link-protocol-relative': '[x](//{host}/{name})',
  'link-title': '[x]({url} "\\" onmouseover=\\"{run}\\" x=\\"")',
  'link-userinfo': '[https://example.com](https://example.com@{host}/{name})',
  'link-homograph': '[https://apple.com](https://аррӏе.example/{name})',
  'link-bidi': '[https://example.com/\u202Efdp.exe](https://example.com/\u202E{name})',
  'link-in-heading': '## [x](javascript:{run})',
  'link-in-table': '| a |\n| - |\n| [x](javascript:{run}) |',
  'link-in-footnote': 'See[^{name}].\n\n[^{name}]: [x](javascript:{run}) <img src="{url}" onerror="{run}">',
  'reference-link': '[x][{name}]\n\n[{name}]: javascript:{run}',
  'reference-image': '![x][{name}-image]\n\n[{name}-image]: {url}',
  'autolink-javascript': '<javascript:{run}>',
  'autolink-web': '<{url}> and {url}',
  'nested-brackets': '[[[[x](javascript:{run})](javascript:{run})](javascript:{run})](javascript:{run})',
  'image-remote': '![x]({url})',
  'image-remote-title': '![x]({url} "x\\" onerror=\\"{run}")',
  'image-javascript': '![x](javascript:{run})',
  'image-alt-markup': '![<img src={url} onerror={run}>]({url})',
  'image-data-svg': `![x](data:image/svg+xml;utf8,<svg%20xmlns='http://www.w3.org/2000/svg'><image%20href='{url}'/><script>{run}</script></svg>)`,
  'image-protocol-relative': '![x](//{host}/{name})',
  'image-file': '![x](file:////{host}/share/x.png)',
  'html-script': '<script>{run}</script>\n\nafter',
  'html-script-src': '<script src="{url}"></script>\n\nafter',
  'html-image-onerror': '<img src="{url}" onerror="{run}">',
  'html-image-srcset': '<img srcset="{url} 1x, {url} 2x"><picture><source srcset="{url}"><img></picture>',
  'html-svg-onload':
    '<svg onload="{run}"><script>{run}</script><image href="{url}"/><use href="{url}#x"/></svg>',
  'html-svg-animate':
    '<svg><a><animate attributeName="href" values="javascript:{run}"/><text>x</text></a><set attributeName="onload" to="{run}"/></svg>',
  'html-svg-foreign-object':
    '<svg><foreignObject><iframe src="javascript:{run}"></iframe></foreignObject></svg>',
  'html-math':
    '<math><mtext><table><mglyph><style><img src="{url}" onerror="{run}"></style></mglyph></table></mtext></math>',
  'html-iframe-srcdoc': '<iframe srcdoc="<script>{run}</script>"></iframe>',
  'html-iframe-src': '<iframe src="{url}"></iframe><frameset><frame src="{url}"></frameset>',
  'html-object':
    '<object data="{url}" type="text/html"></object><embed src="{url}"><applet code="{url}"></applet>',
  'html-base': '<base href="{url}/">',
  'html-meta-refresh': '<meta http-equiv="refresh" content="0;url={url}">',
  'html-form':
    '<form action="{url}"><input name="q" autofocus onfocus="{run}"><button formaction="javascript:{run}">x</button></form>',
  'html-style-import': '<style>@import url("{url}"); body { display: none }</style>\n\nafter',
  'html-style-attribute': '<div style="background: url({url}); position: fixed; inset: 0">x</div>',
  'html-link-preload':
    '<link rel="preload" as="image" href="{url}"><link rel="prefetch" href="{url}"><link rel="dns-prefetch" href="{url}"><link rel="stylesheet" href="{url}"><link rel="manifest" href="{url}">',
  'html-media':
    '<video src="{url}" poster="{url}" autoplay onloadstart="{run}"></video><audio src="{url}" autoplay></audio>',
  'html-body-background':
    '<body background="{url}" onload="{run}"><table background="{url}"><tr><td background="{url}">x</table>',
  'html-details': '<details open ontoggle="{run}"><summary>x</summary></details>',
  'html-anchor':
    '<a href="javascript:{run}" target="_top" ping="{url}" onclick="{run}">x</a><a href=" &#14; javascript:{run}">y</a>',
  'html-area':
    '<map name="m"><area shape="default" href="javascript:{run}" ping="{url}"></map><img usemap="#m">',
  'html-dialog': '<dialog open><button autofocus onfocus="{run}" popovertarget="x">x</button></dialog>',
  'html-template': '<template shadowrootmode="open"><img src="{url}" onerror="{run}"></template>',
  'html-clobbering':
    '<a id="location"></a><form id="document" name="desktop"><input name="parentNode"></form>',
  'html-comment': '<!--><img src="{url}" onerror="{run}">-->\n\nafter',
  'html-noscript': '<noscript><p title="</noscript><img src={url} onerror={run}>"></noscript>',
  'html-cdata':
    '<![CDATA[<img src="{url}" onerror="{run}">]]>\n\n<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "{url}">]>\n\nafter',
  'html-webview':
    '<webview src="{url}" nodeintegration allowpopups preload="{url}"></webview><portal src="{url}"></portal>',
  'html-custom-element': '<x-y is="script" onclick="{run}" style="background:url({url})">x</x-y>',
  'math-href': '$\\href{javascript:{run}}{x}$ $\\url{javascript:{run}}$',
  'math-image': '$\\includegraphics{{url}}$ $$\\includegraphics[height=1em]{{url}}$$',
  'math-html':
    '$\\htmlData{onclick={run}}{x}$ $\\htmlStyle{background:url({url})}{x}$ $\\htmlId{location}{x}$',
  'math-macro-bomb': '$\\def\\a#1{#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}}}}}}$',
  'code-language': '```"><img/src="{url}"/onerror="{run}">\nx\n```',
  'code-mermaid':
    '```mermaid\ngraph TD\n  A["<img src={url} onerror={run}>"] --> B\n  click A href "javascript:{run}"\n```',
  'code-html': '```html\n<script>{run}</script><img src="{url}">\n```',
  'code-inline': '`<img src="{url}" onerror="{run}">`',
  'task-list': '- [x] <input type="image" src="{url}" onerror="{run}">',
  'wide-table': `| ${'a | '.repeat(200)}\n| ${'- | '.repeat(200)}\n| ${'b | '.repeat(200)}`,
}

/** Markdown that takes seconds or minutes to render as such. */
const deep: Templates = {
  'deep-quotes': `${'> '.repeat(3000)}x`,
  'deep-lists': `${'- '.repeat(2000)}x`,
  'deep-emphasis': `${'*a _b '.repeat(1000)}${' c_ d*'.repeat(1000)}`,
  'deep-images': `${'!['.repeat(2000)}x${'](a)'.repeat(2000)}`,
  'deep-elements': `${'<div>'.repeat(3000)}x`,
  'many-backticks': Array.from({ length: 300 }, (_, index) => '`'.repeat(index + 1)).join(' '),
}

/** The HTML of a vendor's search suggestions, which is shown in a frame. */
const suggestions: Templates = {
  'frame-script': '<script>{run}</script><script src="{url}"></script>',
  'frame-handler': '<img src="{url}" onerror="{run}"><svg onload="{run}"></svg>',
  'frame-refresh': '<meta http-equiv="refresh" content="0;url={url}">',
  'frame-nested-refresh':
    '<iframe srcdoc="&lt;meta http-equiv=refresh content=0;url={url}&gt;&lt;script&gt;{run}&lt;/script&gt;"></iframe>',
  'frame-base': '<base href="{url}/"><img src="x.png">',
  'frame-links': '<a href="{url}" target="_top" ping="{url}">x</a><a href="javascript:{run}">y</a>',
  'frame-form': '<form action="{url}" target="_top"><input type="submit" autofocus></form>',
  'frame-style':
    '<style>@import "{url}"; @font-face { font-family: f; src: url({url}) } p { background: url({url}) }</style><p>x</p>',
  'frame-preload': '<link rel="preload" as="image" href="{url}"><link rel="stylesheet" href="{url}">',
  'frame-embeds': '<object data="{url}"></object><embed src="{url}"><video src="{url}" autoplay></video>',
  'frame-closes-body': '</body></html><body onload="{run}"><img src="{url}" onerror="{run}">',
}

/** The code of an SVG block, which is shown in a frame; that of an HTML block is shown as search suggestions are. */
const drawings: Templates = {
  'svg-script': '<svg onload="{run}"><script>{run}</script><script href="{url}"/></svg>',
  'svg-loads':
    '<svg><image href="{url}"/><feImage href="{url}"/><style>@import "{url}"; rect { fill: url({url}#x) }</style><rect width="9" height="9"/></svg>',
  'svg-use': '<svg><use href="{url}#x"/><use xlink:href="{url}"/></svg>',
  'svg-foreign-object':
    '<svg><foreignObject width="99" height="99"><iframe src="{url}"></iframe><meta http-equiv="refresh" content="0;url={url}"/><img src="{url}" onerror="{run}"/></foreignObject></svg>',
  'svg-animate':
    '<svg><a href="{url}" target="_top"><set attributeName="href" to="javascript:{run}"/><text y="20">x</text></a></svg>',
  'svg-link':
    '<svg><link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect dns-prefetch" href="{url}"/></svg>',
  'svg-doctype':
    '<?xml version="1.0"?><?xml-stylesheet href="{url}"?><!DOCTYPE svg [<!ENTITY e SYSTEM "{url}">]><svg><text>&e;</text></svg>',
  'svg-closes-body': '<svg></svg></body></html><body onload="{run}"><object data="{url}"></object>',
}

/** Mermaid diagrams. Their scripts cannot reach the page, so `{run}` marks the frame's own document. */
const diagrams: Templates = {
  'diagram-click-call': 'flowchart LR\n  a --> b\n  click a call eval("{run}")\n  click b callback "x"',
  'diagram-click-script':
    'flowchart LR\n  a --> b\n  click a href "javascript:{run}" _top\n  click b "{url}" _top',
  'diagram-html-label': 'flowchart LR\n  a["<img src={url} onerror={run}>"] --> b["<script>{run}</script>x"]',
  'diagram-entity-label':
    'flowchart LR\n  a["#lt;img src=x onerror={run}#gt;"] --> b["&lt;script&gt;{run}&lt;/script&gt;"]',
  'diagram-loose':
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  a["<img src=x onerror={run}>"] --> b["<iframe srcdoc=x>y</iframe>"]\n  click a href "javascript:{run}"',
  'diagram-loose-front-matter':
    '---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n  dompurifyConfig:\n    ADD_TAGS: [script, iframe]\n    ADD_ATTR: [onerror]\n---\nflowchart LR\n  a["<img src=x onerror={run}>"] --> b',
  'diagram-sandbox': '%%{init: {"securityLevel": "sandbox"}}%%\nflowchart LR\n  a --> b',
  'diagram-prototype':
    '%%{init: {"__proto__": {"securityLevel": "loose"}, "constructor": {"prototype": {"securityLevel": "loose"}}}}%%\nflowchart LR\n  a["<img src=x onerror={run}>"] --> b\n  click a href "javascript:{run}"',
  'diagram-styles':
    '%%{init: {"themeCSS": "@import url({url}); * { background: url({url}) }", "themeVariables": {"fontFamily": "x;} * { background: url({url}) } </style><script>{run}</script>"}}%%\nflowchart LR\n  a --> b\n  classDef x fill:url({url}),background-image:url({url})\n  class a x\n  style b fill:url({url})',
  'diagram-image': 'flowchart LR\n  a@{ img: "{url}", label: "x", w: 60, h: 60 } --> b',
  'diagram-icon': 'flowchart LR\n  a@{ icon: "{url}", label: "x" } --> b["fa:fa-x<img src={url}>"]',
  'diagram-sequence':
    'sequenceDiagram\n  participant a as <img src=x onerror={run}>\n  a->>b: <script>{run}</script>\n  link a: x @ javascript:{run}\n  links b: {"y": "javascript:{run}", "z": "{url}"}',
  'diagram-class':
    'classDiagram\n  class a["<img src=x onerror={run}>"]\n  a <|-- b\n  link a "javascript:{run}" "x"\n  callback b "eval" "y"',
  'diagram-mindmap':
    'mindmap\n  root((<img src=x onerror={run}>))\n    a<script>{run}</script>\n    ::icon(x" onload={run} ")',
  'diagram-math':
    'flowchart LR\n  a["$$\\\\href{javascript:{run}}{x}$$"] --> b["$$\\\\includegraphics{{url}}$$"]',
  'diagram-title':
    '---\ntitle: <img src={url} onerror={run}>\n---\npie title <script>{run}</script>\n  "<img src=x onerror={run}>": 1',
  'diagram-accessible':
    'flowchart LR\n  accTitle: <script>{run}</script>\n  accDescr: <img src={url} onerror={run}>\n  a --> b',
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

/** Texts that are shown as they are. */
const texts = [
  'file-name',
  'function-name',
  'function-argument',
  'executed-code',
  'remote-file',
  'error-message',
  'finish-message',
  'model-version',
  'source-title',
  'search-query',
  'chat-title',
  'imported-prompt',
  'imported-instruction',
  'thought',
  'model-name',
  'transcript',
  'embedding-row',
  'embedding-column',
  'image-prompt',
] as const

export interface HostileContent {
  readonly markdown: readonly HostileCase[]
  readonly deep: readonly HostileCase[]
  readonly suggestions: readonly HostileCase[]
  readonly drawings: readonly HostileCase[]
  readonly diagrams: readonly HostileCase[]
  readonly urls: readonly HostileCase[]
  readonly texts: Readonly<Record<(typeof texts)[number], string>>
}

/** `origin` is the address of the server that no case may reach. */
export function toHostileContent(origin: string): HostileContent {
  const fill = (name: string, template: string, run = `top.hostile('${name}')`) =>
    template
      .replaceAll('{url}', `${origin}/${name}`)
      .replaceAll('{host}', new URL(origin).host)
      .replaceAll('{name}', name)
      .replaceAll('{run}', run)
  const fillAll = (templates: Templates) =>
    Object.entries(templates).map(([name, template]) => ({ name, text: fill(name, template) }))
  return {
    markdown: fillAll(markdown),
    deep: fillAll(deep),
    suggestions: fillAll(suggestions),
    drawings: fillAll(drawings),
    diagrams: Object.entries(diagrams).map(([name, template]) => ({
      name,
      text: fill(name, template, 'document.body.dataset.ran=1'),
    })),
    urls: fillAll(urls),
    texts: Object.fromEntries(texts.map((name) => [name, fill(name, markup)])) as HostileContent['texts'],
  }
}
