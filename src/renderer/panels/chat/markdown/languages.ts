// Programming languages: names, tags, grammars and file extensions.

interface Language {
  readonly name: string
  /** Without the dot. */
  readonly extension: string
  /** The highlighter's name, if it is not the key. */
  readonly grammar?: string
  /** Other tags for the language. */
  readonly aliases?: readonly string[]
}

const languages: Readonly<Record<string, Language>> = {
  bash: { name: 'Bash', extension: 'sh', aliases: ['console', 'sh', 'shell', 'zsh'] },
  c: { name: 'C', extension: 'c' },
  cpp: { name: 'C++', extension: 'cpp', aliases: ['c++'] },
  csharp: { name: 'C#', extension: 'cs', aliases: ['cs', 'c#'] },
  css: { name: 'CSS', extension: 'css' },
  csv: { name: 'CSV', extension: 'csv' },
  diff: { name: 'Diff', extension: 'diff', aliases: ['patch'] },
  dockerfile: { name: 'Dockerfile', extension: 'dockerfile', grammar: 'bash', aliases: ['docker'] },
  go: { name: 'Go', extension: 'go', aliases: ['golang'] },
  graphql: { name: 'GraphQL', extension: 'graphql' },
  html: { name: 'HTML', extension: 'html', grammar: 'xml', aliases: ['htm'] },
  ini: { name: 'INI', extension: 'ini' },
  java: { name: 'Java', extension: 'java' },
  javascript: { name: 'JavaScript', extension: 'js', aliases: ['cjs', 'js', 'mjs'] },
  json: { name: 'JSON', extension: 'json', aliases: ['json5', 'jsonc', 'jsonl'] },
  jsx: { name: 'JSX', extension: 'jsx', grammar: 'javascript' },
  kotlin: { name: 'Kotlin', extension: 'kt', aliases: ['kt'] },
  less: { name: 'Less', extension: 'less' },
  lua: { name: 'Lua', extension: 'lua' },
  makefile: { name: 'Makefile', extension: 'mk', aliases: ['make'] },
  markdown: { name: 'Markdown', extension: 'md', aliases: ['md'] },
  mermaid: { name: 'Mermaid', extension: 'mmd' },
  objectivec: { name: 'Objective-C', extension: 'm', aliases: ['objective-c', 'objc'] },
  perl: { name: 'Perl', extension: 'pl', aliases: ['pl'] },
  php: { name: 'PHP', extension: 'php' },
  python: { name: 'Python', extension: 'py', aliases: ['py', 'python3'] },
  r: { name: 'R', extension: 'r' },
  ruby: { name: 'Ruby', extension: 'rb', aliases: ['rb'] },
  rust: { name: 'Rust', extension: 'rs', aliases: ['rs'] },
  scss: { name: 'SCSS', extension: 'scss', aliases: ['sass'] },
  sql: { name: 'SQL', extension: 'sql' },
  svg: { name: 'SVG', extension: 'svg', grammar: 'xml' },
  swift: { name: 'Swift', extension: 'swift' },
  tex: { name: 'TeX', extension: 'tex', aliases: ['latex'] },
  toml: { name: 'TOML', extension: 'toml', grammar: 'ini' },
  tsx: { name: 'TSX', extension: 'tsx', grammar: 'typescript' },
  typescript: { name: 'TypeScript', extension: 'ts', aliases: ['ts'] },
  vbnet: { name: 'Visual Basic', extension: 'vb', aliases: ['vb'] },
  wasm: { name: 'WebAssembly', extension: 'wat', aliases: ['wat'] },
  xml: { name: 'XML', extension: 'xml' },
  yaml: { name: 'YAML', extension: 'yaml', aliases: ['yml'] },
}

const tags = new Map(
  Object.entries(languages).flatMap(([tag, { aliases = [] }]) =>
    [tag, ...aliases].map((each) => [each, tag]),
  ),
)

/** `details` are what follows the language, such as `title="app.js"`. */
export function nameLanguage(tag: string, details = ''): string {
  const name = findLanguage(tag)?.name ?? (tag || 'Text')
  return details ? `${name} ${details}` : name
}

/** Returns null if the language cannot be highlighted. */
export function findGrammar(tag: string): string | null {
  const language = findLanguage(tag)
  if (!language || ['csv', 'mmd', 'tex'].includes(language.extension)) return null
  return language.grammar ?? tags.get(tag.toLowerCase()) ?? null
}

export function suggestFileName(tag: string): string {
  const language = findLanguage(tag)
  if (language?.extension === 'dockerfile') return 'Dockerfile'
  if (language?.extension === 'mk') return 'Makefile'
  return `code.${language?.extension ?? 'txt'}`
}

function findLanguage(tag: string): Language | undefined {
  return languages[tags.get(tag.toLowerCase()) ?? '']
}
