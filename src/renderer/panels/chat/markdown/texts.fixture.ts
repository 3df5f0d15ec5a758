// Arbitrary texts of responses, whose words can be told apart.
import fc from 'fast-check'

export const words = (text: string): string[] => text.match(/w\d+w/g) ?? []

/** Fragments of text, in which each `w` becomes a word of its own. */
const fragments = [
  ...['w', 'w w', 'w.', 'w,', '(w w)', '"w"', 'w:', 'w; w', '**w**', '*w*', '_w_', '`w`', '~~w~~', '***w***'],
  // Marks without a partner, and characters that only look like marks.
  ...[
    '**w',
    '*w',
    '_w',
    '__w',
    '`w',
    '~~w',
    '[w',
    'w]',
    '[w, w)',
    '![w',
    '2**w',
    '**kwargs w',
    'w(*)',
    'w_w',
  ],
  ...[
    '[w](w w',
    '[w](https://a.example w',
    'w<w',
    'i <w',
    'w < w',
    'w<w and w>w',
    '<w',
    'w>',
    '</w',
    'a<b w c>d',
  ],
  // Tags that are no HTML, and HTML.
  ...[
    '<w>',
    '<w-url>',
    'List<w>',
    'Map<w, List<w>>',
    '<w extends object>',
    '<T>w',
    '<S>w',
    'Foo<A>w',
    '</w>',
  ],
  ...['<think>w</think>', '<note><to>w</to></note>', '<!-- w -->', '<?w?>', '<!w>', '<b and w>', '<i w'],
  ...['<kbd>w</kbd>', 'w<br>w', '<sub>w</sub>', '<b>w</b>', '<span title="x">w</span>', '<script>w</script>'],
  ...['<details><summary>w</summary>w</details>', '<a href="https://a.example/">w</a>', '<b>w', 'w</b>'],
  // Links, citations and definitions.
  ...[
    '[w](https://a.example/x)',
    '[w][w]',
    '[w]',
    '[^w]',
    'https://a.example/w(w)',
    'w@a.example',
    '<w@a.example>',
  ],
  ...[
    '访问https://a.example/w。w',
    '**访问www.a.example/w。**w',
    '$https://a.example/w。$',
    '（见https://a.example/w）w，https://a.example/w',
    '“w”',
    '**“w”**w',
    '**w（w）**は',
  ],
  // Math, prices and code.
  ...[
    '$w$',
    '\\(w\\)',
    '$5 w $6',
    '$w',
    '\\[w\\]',
    '$$w$$',
    '$i<w$',
    '`<w>`',
    '``w `w` w``',
    '\\*w\\*',
    'w\\_w',
  ],
  ...['&lt;w&gt;', '&w;', 'w & w', '{{w}}', 'C:\\w\\w', '#w', '@w', '!w', '|w|', '~w~', '20~25 w', '^w^'],
]

const lines = [
  ...[
    '# w',
    '## w w',
    'w\n===',
    '- w',
    '* w',
    '1. w',
    '7. w',
    '2024. w',
    '- [ ] w',
    '- [x] w',
    '> w',
    '    w',
  ],
  ...[
    '| w | w |\n| - | - |\n| w | w | w |\n| w |',
    '```js\nw <w> **w\n```',
    '~~~\nw\n~~~',
    '---',
    '***',
    '[w]: w',
  ],
  ...[
    '[w]: https://a.example/w',
    '[^w]: w',
    '$$\nw\n$$',
    '<w>\nw\n</w>',
    '<div>\n\nw\n\n</div>',
    '<w>',
    '+ w',
  ],
  ...['```markdown\n# w\n\n```js\nw\n```\n\n## w\n```\n\nw', '```md\nw\n```\nw', '```md\n```\nw', '```w w'],
]

const inline = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(' ', ' ', '', '\n')), { maxLength: 5 })
  .map((pieces) => pieces.flat().join(''))
const line = fc.oneof(
  { weight: 3, arbitrary: inline },
  fc.constantFrom(...lines),
  fc.tuple(fc.constantFrom('- ', '1. ', '> ', '# ', '  ', ''), inline).map((pieces) => pieces.join('')),
)
/** Markdown, code, math, HTML and CJK in any combination; also unfinished, and what only looks like them. */
export const texts = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n\n')), { minLength: 1, maxLength: 5 })
  .map((pieces) =>
    pieces
      .flat()
      .join('')
      .replace(/w(?![a-z])/g, (_, at) => `w${at}w`),
  )
