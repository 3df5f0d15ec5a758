// Prompts with variables: `{{name}}`, with a type (`{{name:number}}`) and a default (`{{name=Ada}}`). `{{{{` is a literal `{{`.

export type Variable = {
  readonly name: string
  /** The field's initial value; empty if the template has none. */
  readonly default: string
} & (
  | { readonly type: 'line' | 'text' | 'number' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
)

/** A problem and its range in UTF-16 units; `to` is exclusive. */
interface TemplateProblem {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface Template {
  /** In order: literal texts and variables. */
  readonly pieces: readonly (string | { readonly variable: string })[]
  /** Each name once, in the order of first occurrence. */
  readonly variables: readonly Variable[]
  /** Each occurrence of a variable in the text, in UTF-16 units; `to` is exclusive. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  readonly problems: readonly TemplateProblem[]
}

/** Invalid variables are reported as problems, and stay in the text unchanged. */
export function parseTemplate(text: string): Template {
  const pieces: (string | { variable: string })[] = []
  const variables = new Map<string, Variable>()
  const ranges: { from: number; to: number }[] = []
  const problems: TemplateProblem[] = []
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{{', at)
    if (open < 0) break
    pieces.push(text.slice(at, open))
    const mark = readMark(text, open)
    at = mark.to
    if ('literal' in mark) {
      pieces.push(mark.literal)
      continue
    }
    const variable = readVariable(mark.inside, variables)
    if (typeof variable === 'string') {
      problems.push({ from: open, to: mark.to, message: variable })
      pieces.push(text.slice(open, mark.to))
      continue
    }
    const known = variables.get(variable.name)
    if (!known || (isBare(known) && !isBare(variable))) variables.set(variable.name, variable)
    pieces.push({ variable: variable.name })
    ranges.push({ from: open, to: mark.to })
  }
  pieces.push(text.slice(at))
  return {
    pieces: pieces.filter((piece) => piece !== ''),
    variables: [...variables.values()],
    ranges,
    problems,
  }
}

/** Replaces variables without a value by an empty text. */
export function fillTemplate({ pieces }: Template, values: Readonly<Record<string, string>>): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : (values[piece.variable] ?? ''))).join('')
}

export function toDefaults(variables: readonly Variable[]): Record<string, string> {
  return Object.fromEntries(variables.map((variable) => [variable.name, variable.default]))
}

/** Returns the problem of a value, if any. An empty value is allowed. */
export function findValueProblem(variable: Variable, value: string): string | undefined {
  if (value.trim() === '') return undefined
  if (variable.type === 'number' && !isNumber(value)) return 'must be a number'
  if (variable.type === 'choice' && !variable.choices.includes(value)) {
    return `must be one of ${variable.choices.join(', ')}`
  }
  return undefined
}

type Mark = { readonly to: number } & ({ readonly literal: string } | { readonly inside: string })

function readMark(text: string, open: number): Mark {
  if (text.startsWith('{{{{', open)) return { to: open + 4, literal: '{{' }
  const close = text.indexOf('}}', open + 2)
  const next = text.indexOf('{{', open + 2)
  const isOpen = close < 0 || (next >= 0 && next < close)
  // Skips only the braces, because a valid variable may follow.
  if (isOpen) return { to: open + 2, inside: '' }
  return { to: close + 2, inside: text.slice(open + 2, close) }
}

const types = ['number', 'text', 'choice'] as const

/** Returns a message if it is not a valid variable, or contradicts an earlier one. */
function readVariable(inside: string, known: ReadonlyMap<string, Variable>): Variable | string {
  const [head = '', ...rest] = splitOnce(inside, '=')
  const [name = '', ...typed] = head.split(':').map((word) => word.trim())
  const fallback = rest.join('').trim()
  if (inside.trim() === '') return 'is not closed or has no name. For literal braces, use {{{{.'
  if (!/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(name)) {
    return `"${name}" isn’t a valid name. Use letters, digits, spaces, _ and -. For literal braces, use {{{{.`
  }
  const [type, ...details] = typed
  const variable = toVariable({ name, type, details: details.join(':'), fallback })
  if (typeof variable === 'string') return variable
  const problem = findValueProblem(variable, fallback)
  if (problem) return `the default "${fallback}" ${problem}`
  return findConflict(known, variable) ?? variable
}

interface VariableParts {
  readonly name: string
  readonly type: string | undefined
  readonly details: string
  readonly fallback: string
}

function toVariable({ name, type, details, fallback }: VariableParts): Variable | string {
  const base = { name, default: fallback }
  if (type === undefined) return { ...base, type: 'line' }
  const known = types.find((one) => one === type)
  if (!known) return `"${type}" isn’t a valid type. Use number, text, or choice:a|b.`
  if (known !== 'choice') return details === '' ? { ...base, type: known } : `"${type}" doesn’t take options`
  const choices = [...new Set(details.split('|').map((one) => one.trim()))].filter(Boolean)
  if (choices.length < 2) return 'a choice needs at least two options, as in {{tone:choice:formal|friendly}}'
  return { name, type: known, choices, default: fallback || (choices[0] ?? '') }
}

/** `{{name}}` alone takes its type and default from another occurrence. */
function isBare({ type, default: fallback }: Variable): boolean {
  return type === 'line' && fallback === ''
}

function findConflict(known: ReadonlyMap<string, Variable>, variable: Variable): string | undefined {
  const before = known.get(variable.name)
  if (!before || isBare(before) || isBare(variable)) return undefined
  const isSame = JSON.stringify(before) === JSON.stringify(variable)
  return isSame ? undefined : `"${variable.name}" is already defined differently`
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

function isNumber(value: string): boolean {
  return Number.isFinite(Number(value.trim()))
}
