// Finds retired words in file names, identifiers, test titles, comments and texts shown to people.
// `node src/dev/retired-words.mjs [path…]` lists them by file and line.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** Retired as a word of a camel-case or kebab-case name, with what to use instead. */
const retiredWords = new Map(
  [
    ['tell tells telling told', 'emit, notify, describe…, onChange; response, message'],
    ['asked asking', 'requested, requests'],
    ['keep keeps kept keeping', 'store, save, cached, retained, allowed'],
    ['chosen', 'selected, resolved'],
    ['most longest fewest deepest', 'max…'],
    ['least', 'min…'],
    ['place places placed', 'position, path, index, location, slot, container'],
    ['refuse refuses refused refusing', 'reject, assert…, errorResponse, rejected'],
    ['wish wishes wished', '…Options, …Query, …Request, …Target'],
    ['studio cinema stenographer embedder', 'Scripted…Service, TestGateway, TestWorkspace'],
    ['sound sounds', 'audio'],
    ['film films filmed', 'video'],
    ['making', 'generationMetadata'],
    ['looking', 'theme, viewport, polls, inspect'],
    ['take takes taken', 'consume, add, get, extract, apply, remove'],
    ['leave leaving', 'cancel, dispose, unsubscribe, close'],
    ['grown growing', 'appended, streaming'],
    ['arriving arrived arrive travelling', 'uploads, received'],
    ['shelf shelves', 'store, folders, jobs'],
    ['forget forgets forgotten', 'clear, reset, delete, invalidate'],
    ['patience farewell', 'timeout, drainTimeout'],
    ['trouble troubled obstacle', 'problem, error, blocker'],
    ['standing', 'status, state'],
    ['hear heard news', 'received, messages'],
    ['twin heir anew', 'duplicate, next…, again'],
    ['conceal', 'redact'],
    ['figures', 'stats'],
    ['way ways', 'transport, path, direction'],
    ['surroundings outlook inks visit', 'context, forecast, colors, request context'],
    ['says said', 'message, label'],
    ['begun beginning', 'started, start'],
    ['wants wanted', 'needs…, requested, has…'],
    ['meant', 'intended, target'],
    [
      'colour colours neighbour neighbours normalise normalised summarise recognise catalogue',
      'American spelling',
    ],
  ].flatMap(([words = '', instead = '']) => words.split(' ').map((word) => [word, instead])),
)

/** Names that are set elsewhere: stored keys, APIs of the platform and of libraries. */
const allowedNames = new Set([
  // An icon of lucide-react.
  'Film',
  // Keys of stored rows, files and settings, and options of the command line.
  ...[
    'normalise',
    'colourBy',
    'neighbours',
    'twinOf',
    'making',
    'videosAtOnce',
    'transcriptionsAtOnce',
    'patience',
  ],
  // Node.js, Electron, React and libraries.
  ...[
    'keepAlive',
    'keepAliveTimeout',
    'keepAliveMaxTimeout',
    'keepAliveInitialDelay',
    'setKeepAlive',
    'keepNames',
  ],
  // Fields of the Gemini API.
  'chosenCandidates',
  ...['onPointerLeave', 'onMouseLeave', 'onDragLeave', 'keepPreviousData'],
])

/** Retired in comments, test titles and texts shown to people. */
const retiredPhrases = [
  /\b(told|tells|anew|by itself|under way|for ever|in the midst|whoever|nobody|held against|bears?|lies in)\b/i,
  /\b(lets? go|no more|any more|goes on|the very|stands?|wish(es|ed)?|withheld|shall)\b/i,
  /\bat the (most|least)\b|\bso (many|much)\b|\bon (its|their) way\b|\bway (out|back)\b/i,
  /\bas (it|they) came\b|\bwhat (came|comes|becomes|became) of\b|\b(is|are) none\b/i,
  /\b(it|this|that|which|what|they|these) (is|are) no (?!longer|more than)/i,
  /\bfilm(s|ed)?\b|\bcolour|\bneighbour|\bnormalis|\bcatalogue|\bgrey\b|\blicence\b|\bbehaviour/i,
  /\brecognis|\bsummaris|\btime-?outs?-|\btime-out/i,
]

/** Retired at the start of a comment, where they make a fragment of what should be a sentence. */
const retiredOpening = /^(What|Which|Where|Of|Whom?|Whose) /

/** Retired in texts on screen, where identifiers may keep them. */
const screenPhrases = [
  /\bcannot be\b|\bcould not be\b|\bpictures?\b|\bupstream\b|\bcancelled\b|\bby (itself|themselves)\b/i,
]

/** Files whose texts are data: words that a prompt may contain, and sample responses. */
const dataFiles = /^src\/demo\/(images\/color|text\/(words|sample-responses))\.ts$/

/** @typedef {{ file: string, line: number, text: string }} Finding */

/** @param {string[]} files @returns {Finding[]} */
function findRetiredWords(files) {
  return files.flatMap((file) => findInSource(file, readFileSync(file, 'utf8')))
}

/** @param {string} file @param {string} source @returns {Finding[]} */
export function findInSource(file, source) {
  /** @type {Finding[]} */
  const findings = []
  const names = new Set()
  const isTest = /\.(test|fixture|spec)\.tsx?$|^e2e\//.test(file)
  const hasTexts = !isTest && !dataFiles.test(file)
  // The texts of the command line name its `--upstream`.
  const isScreen = /^src\/(renderer|main\/(?!headless))/.test(file) && !isTest
  const add = (/** @type {number} */ start, /** @type {string} */ text) =>
    findings.push({ file, line: source.slice(0, start).split('\n').length, text })

  const name = (/** @type {{ name: string, start: number }} */ node) => {
    if (names.has(node.name)) return
    names.add(node.name)
    const problem = describeName(node.name)
    if (problem) add(node.start, problem)
  }
  const text = (/** @type {number} */ start, /** @type {string} */ value) => {
    if (!value.trim().includes(' ')) return
    const phrase = findPhrase(value, isScreen ? [...retiredPhrases, ...screenPhrases] : retiredPhrases)
    if (phrase) add(start, `“${phrase}” in the text “${shorten(value)}”`)
  }

  for (const part of file.replace(/\.\w+$/, '').split('/')) {
    const problem = describeName(part)
    if (problem) add(0, `Path ${problem}`)
  }
  if (/\.(md|css|html|sh)$/.test(file)) {
    for (const { 0: line, index } of source.matchAll(/.+/g)) text(index, line)
    return findings
  }
  if (!/\.(tsx?|mjs)$/.test(file)) return findings
  const { program, comments } = parseSync(file, source)
  for (const comment of comments) {
    const value = comment.value.replace(/^[\s*]+/, '')
    const phrase = findPhrase(value, retiredPhrases) ?? retiredOpening.exec(value)?.[0]
    if (phrase) add(comment.start, `“${phrase.trim()}” in the comment “${shorten(value)}”`)
  }
  new Visitor({
    Identifier: name,
    JSXIdentifier: name,
    PrivateIdentifier: name,
    JSXText: (node) => text(node.start, node.value),
    Literal: (node) => hasTexts && typeof node.value === 'string' && text(node.start, node.value),
    TemplateElement: (node) => hasTexts && text(node.start, node.value.cooked ?? ''),
    CallExpression: (node) => {
      const title = node.arguments[0]
      if (!isTest || title?.type !== 'Literal' || typeof title.value !== 'string') return
      if (isTestFunction(node.callee)) text(title.start, title.value)
    },
  }).visit(program)
  return findings.sort((a, b) => a.line - b.line)
}

/** @param {any} callee `test`, `it`, `describe`, and their `.each(…)`, `.skipIf(…)` and other variants. */
function isTestFunction(callee) {
  let node = callee
  while (node.type !== 'Identifier') {
    node = node.callee ?? node.object ?? node.tag
    if (!node) return false
  }
  return /^(test|it|describe)$/.test(node.name)
}

/** @param {string} name @returns {string | undefined} */
function describeName(name) {
  if (allowedNames.has(name)) return undefined
  const words = name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ').toLowerCase()
  const word = words.split(/[^a-z]+/).find((part) => retiredWords.has(part))
  return word && `${name}: use ${retiredWords.get(word)} instead of “${word}”`
}

/** @param {string} text @param {RegExp[]} phrases */
function findPhrase(text, phrases) {
  for (const phrase of phrases) {
    const match = phrase.exec(text)
    if (match) return match[0]
  }
  return undefined
}

/** @param {string} text */
function shorten(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

/** @param {string[]} paths @returns {string[]} */
function listSources(paths) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const files = execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n')
  // Folders of released versions keep their names; this file and its test contain the words.
  return files.filter(
    (file) => existsSync(file) && !/^src\/(main\/testing\/user-data\/|dev\/retired-words)/.test(file),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = process.argv.slice(2)
  const findings = findRetiredWords(
    listSources(paths.length > 0 ? paths : ['src', 'e2e', 'resources', 'README.md']),
  )
  for (const { file, line, text } of findings) console.log(`${file}:${line}: ${text}`)
  console.log(`${findings.length} retired words`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
