// Programming languages: their names, tags, grammars and file extensions.

interface Language {
  readonly name: string
  /** Without its dot. */
  readonly extension: string
  /** The highlighter's name for it, if that is not the tag. */
  readonly grammar?: string
}

const languages: Readonly<Record<string, Language>> = {
  bash: { name: 'Bash', extension: 'sh' },
  c: { name: 'C', extension: 'c' },
  cpp: { name: 'C++', extension: 'cpp' },
  csharp: { name: 'C#', extension: 'cs' },
  css: { name: 'CSS', extension: 'css' },
  csv: { name: 'CSV', extension: 'csv' },
  diff: { name: 'Diff', extension: 'diff' },
  dockerfile: { name: 'Dockerfile', extension: 'dockerfile', grammar: 'bash' },
  go: { name: 'Go', extension: 'go' },
  graphql: { name: 'GraphQL', extension: 'graphql' },
  html: { name: 'HTML', extension: 'html', grammar: 'xml' },
  ini: { name: 'INI', extension: 'ini' },
  java: { name: 'Java', extension: 'java' },
  javascript: { name: 'JavaScript', extension: 'js' },
  json: { name: 'JSON', extension: 'json' },
  jsx: { name: 'JSX', extension: 'jsx', grammar: 'javascript' },
  kotlin: { name: 'Kotlin', extension: 'kt' },
  less: { name: 'Less', extension: 'less' },
  lua: { name: 'Lua', extension: 'lua' },
  makefile: { name: 'Makefile', extension: 'mk' },
  markdown: { name: 'Markdown', extension: 'md' },
  objectivec: { name: 'Objective-C', extension: 'm' },
  perl: { name: 'Perl', extension: 'pl' },
  php: { name: 'PHP', extension: 'php' },
  python: { name: 'Python', extension: 'py' },
  r: { name: 'R', extension: 'r' },
  ruby: { name: 'Ruby', extension: 'rb' },
  rust: { name: 'Rust', extension: 'rs' },
  scss: { name: 'SCSS', extension: 'scss' },
  sql: { name: 'SQL', extension: 'sql' },
  svg: { name: 'SVG', extension: 'svg', grammar: 'xml' },
  swift: { name: 'Swift', extension: 'swift' },
  tex: { name: 'TeX', extension: 'tex' },
  toml: { name: 'TOML', extension: 'toml', grammar: 'ini' },
  tsx: { name: 'TSX', extension: 'tsx', grammar: 'typescript' },
  typescript: { name: 'TypeScript', extension: 'ts' },
  vbnet: { name: 'Visual Basic', extension: 'vb' },
  wasm: { name: 'WebAssembly', extension: 'wat' },
  xml: { name: 'XML', extension: 'xml' },
  yaml: { name: 'YAML', extension: 'yaml' },
}

const otherTags: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  console: 'bash',
  cs: 'csharp',
  'c++': 'cpp',
  'c#': 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  kt: 'kotlin',
  latex: 'tex',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  'objective-c': 'objectivec',
  objc: 'objectivec',
  patch: 'diff',
  pl: 'perl',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sass: 'scss',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  vb: 'vbnet',
  wat: 'wasm',
  yml: 'yaml',
  zsh: 'bash',
}

export function nameLanguage(tag: string): string {
  return findLanguage(tag)?.name ?? (tag || 'Text')
}

/** Returns null if it cannot be highlighted. */
export function findGrammar(tag: string): string | null {
  const language = findLanguage(tag)
  if (!language || language.extension === 'csv' || language.extension === 'tex') return null
  return language.grammar ?? toKey(tag)
}

export function suggestFileName(tag: string): string {
  const language = findLanguage(tag)
  if (language?.extension === 'dockerfile') return 'Dockerfile'
  if (language?.extension === 'mk') return 'Makefile'
  return `code.${language?.extension ?? 'txt'}`
}

function findLanguage(tag: string): Language | undefined {
  const key = toKey(tag)
  return Object.hasOwn(languages, key) ? languages[key] : undefined
}

function toKey(tag: string): string {
  const key = tag.toLowerCase()
  return Object.hasOwn(otherTags, key) ? (otherTags[key] ?? key) : key
}
