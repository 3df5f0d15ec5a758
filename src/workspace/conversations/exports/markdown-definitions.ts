// Takes out of Markdown what is named elsewhere in it: the addresses of links, and footnotes.
import { followFence } from './code-fence'

/** By their names. */
type Definitions = ReadonlyMap<string, string>

interface TakenApart {
  /** What is left of the text. */
  readonly body: string
  readonly definitions: Definitions
}

const begins = /^ {0,3}\[(\^?[^[\]\\\n]+)\]:/
const looksLikeOne = /^ {0,3}\[[^\]\n]+\]:/
const indented = /^(?: {4}|\t)/

/** Undefined where one stands so that only a whole reading tells where it begins or ends. */
export function takeDefinitions(text: string): TakenApart | undefined {
  const definitions = new Map<string, string>()
  const body: string[] = []
  let fence: string | undefined
  let current: { readonly name: string; readonly lines: string[] } | undefined
  let before = ''
  const close = () => {
    if (current && !definitions.has(current.name)) definitions.set(current.name, current.lines.join('\n'))
    current = undefined
  }
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === ''
    const name = fence === undefined ? begins.exec(line)?.[1] : undefined
    if (name === undefined && fence === undefined && looksLikeOne.test(line)) return undefined
    if (name !== undefined) {
      if (before.trim() !== '' && !current) return undefined
      close()
      current = { name: toName(name), lines: [line] }
    } else if (current && (isEmpty || (indented.test(line) && current.name.startsWith('^')))) {
      current.lines.push(line)
    } else {
      // It might go on in this line, or be followed by it.
      if (current && before.trim() !== '') return undefined
      close()
      fence = followFence(line, fence)
      body.push(line)
    }
    before = line
  }
  close()
  return { body: body.join('\n'), definitions }
}

const mention = /\[(\^?[^[\]]{1,999})\]/g

/** Those that the text names, and those that they name in turn. */
export function findNamed(text: string, definitions: Definitions): string[] {
  const found = new Map<string, string>()
  const waiting = [text]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, mentioned = ''] of next.matchAll(mention)) {
      const name = toName(mentioned)
      const definition = definitions.get(name)
      if (definition === undefined || found.has(name)) continue
      found.set(name, definition)
      waiting.push(definition)
    }
  }
  return [...found.values()]
}

/** As the language compares them. */
function toName(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase()
}
