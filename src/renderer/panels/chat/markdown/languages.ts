// The languages of code: what an answer calls them, how they are shown, and the ending of a file in them.

interface Language {
  readonly name: string
  /** Without its dot. */
  readonly ending: string
  /** What the highlighter calls it, where that is not the tag. */
  readonly grammar?: string
}

const languages: Readonly<Record<string, Language>> = {
  bash: { name: 'Bash', ending: 'sh' },
  c: { name: 'C', ending: 'c' },
  cpp: { name: 'C++', ending: 'cpp' },
  csharp: { name: 'C#', ending: 'cs' },
  css: { name: 'CSS', ending: 'css' },
  csv: { name: 'CSV', ending: 'csv' },
  diff: { name: 'Diff', ending: 'diff' },
  dockerfile: { name: 'Dockerfile', ending: 'dockerfile', grammar: 'bash' },
  go: { name: 'Go', ending: 'go' },
  graphql: { name: 'GraphQL', ending: 'graphql' },
  html: { name: 'HTML', ending: 'html', grammar: 'xml' },
  ini: { name: 'INI', ending: 'ini' },
  java: { name: 'Java', ending: 'java' },
  javascript: { name: 'JavaScript', ending: 'js' },
  json: { name: 'JSON', ending: 'json' },
  jsx: { name: 'JSX', ending: 'jsx', grammar: 'javascript' },
  kotlin: { name: 'Kotlin', ending: 'kt' },
  less: { name: 'Less', ending: 'less' },
  lua: { name: 'Lua', ending: 'lua' },
  makefile: { name: 'Makefile', ending: 'mk' },
  markdown: { name: 'Markdown', ending: 'md' },
  objectivec: { name: 'Objective-C', ending: 'm' },
  perl: { name: 'Perl', ending: 'pl' },
  php: { name: 'PHP', ending: 'php' },
  python: { name: 'Python', ending: 'py' },
  r: { name: 'R', ending: 'r' },
  ruby: { name: 'Ruby', ending: 'rb' },
  rust: { name: 'Rust', ending: 'rs' },
  scss: { name: 'SCSS', ending: 'scss' },
  sql: { name: 'SQL', ending: 'sql' },
  svg: { name: 'SVG', ending: 'svg', grammar: 'xml' },
  swift: { name: 'Swift', ending: 'swift' },
  tex: { name: 'TeX', ending: 'tex' },
  toml: { name: 'TOML', ending: 'toml', grammar: 'ini' },
  tsx: { name: 'TSX', ending: 'tsx', grammar: 'typescript' },
  typescript: { name: 'TypeScript', ending: 'ts' },
  vbnet: { name: 'Visual Basic', ending: 'vb' },
  wasm: { name: 'WebAssembly', ending: 'wat' },
  xml: { name: 'XML', ending: 'xml' },
  yaml: { name: 'YAML', ending: 'yaml' },
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

/** Null where there are no colours for it. */
export function findGrammar(tag: string): string | null {
  const language = findLanguage(tag)
  if (!language || language.ending === 'csv' || language.ending === 'tex') return null
  return language.grammar ?? toKey(tag)
}

export function suggestFileName(tag: string): string {
  const language = findLanguage(tag)
  if (language?.ending === 'dockerfile') return 'Dockerfile'
  if (language?.ending === 'mk') return 'Makefile'
  return `code.${language?.ending ?? 'txt'}`
}

function findLanguage(tag: string): Language | undefined {
  const key = toKey(tag)
  return Object.hasOwn(languages, key) ? languages[key] : undefined
}

function toKey(tag: string): string {
  const key = tag.toLowerCase()
  return Object.hasOwn(otherTags, key) ? (otherTags[key] ?? key) : key
}
