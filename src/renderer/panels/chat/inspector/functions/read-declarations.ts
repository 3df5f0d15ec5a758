// Reads function declarations from the forms in which they go around, with the place of each in the text.
import type { Steps } from '../json-places'
import { findForeignWords } from '../schema/response-schema-words'
import { isObject, type JsonObject } from '../schema/schema-places'

interface FoundDeclaration {
  /** As it will be kept and sent. */
  readonly declaration: JsonObject
  /** Where its members stand in what was read. */
  readonly steps: Steps
  /** Where its parameters do; null where it has none. */
  readonly schemaSteps: Steps | null
}

export interface DeclarationReading {
  readonly found: readonly FoundDeclaration[]
  /** What is no declaration at all. */
  readonly misfits: readonly Steps[]
  /** The forms of others that were read; empty where all of it is a plain list or a single declaration. */
  readonly forms: readonly string[]
  /** Tools that are no functions, by name. */
  readonly leftOut: readonly string[]
}

type Piece =
  | ({ readonly kind: 'declaration'; readonly form?: string } & FoundDeclaration)
  | { readonly kind: 'misfit'; readonly steps: Steps }
  | { readonly kind: 'form'; readonly form: string }
  | { readonly kind: 'leftOut'; readonly name: string }

export function readDeclarations(value: unknown): DeclarationReading {
  const pieces = [...readPieces(value, [])]
  const forms = pieces.flatMap((piece) => ('form' in piece && piece.form ? [piece.form] : []))
  return {
    found: pieces.flatMap((piece) => (piece.kind === 'declaration' ? [piece] : [])).map(toFound),
    misfits: pieces.flatMap((piece) => (piece.kind === 'misfit' ? [piece.steps] : [])),
    forms: [...new Set(forms)],
    leftOut: pieces.flatMap((piece) => (piece.kind === 'leftOut' ? [piece.name] : [])),
  }
}

function toFound({ declaration, steps, schemaSteps }: FoundDeclaration): FoundDeclaration {
  return { declaration, steps, schemaSteps }
}

function* readPieces(value: unknown, steps: Steps): Generator<Piece> {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) yield* readPieces(member, [...steps, index])
    return
  }
  if (!isObject(value)) return yield { kind: 'misfit', steps }
  for (const key of ['functionDeclarations', 'function_declarations']) {
    if (Array.isArray(value[key])) return yield* readTool(value, key, steps)
  }
  if (Array.isArray(value.tools)) {
    yield { kind: 'form', form: 'a request’s tools' }
    return yield* readPieces(value.tools, [...steps, 'tools'])
  }
  yield readOne(value, steps)
}

function* readTool(tool: JsonObject, key: string, steps: Steps): Generator<Piece> {
  if (!steps.includes('tools')) yield { kind: 'form', form: 'tools of the Gemini API' }
  for (const name of Object.keys(tool)) if (name !== key) yield { kind: 'leftOut', name }
  yield* readPieces(tool[key], [...steps, key])
}

function readOne(value: JsonObject, steps: Steps): Piece {
  if (value.type === 'function' && isObject(value.function))
    return convert(value.function, [...steps, 'function'], 'OpenAI’s form')
  if (value.type === 'function' && 'name' in value) return convert(value, steps, 'OpenAI’s form')
  if ('name' in value && isObject(value.input_schema)) return convert(value, steps, 'Anthropic’s form')
  if ('name' in value && isObject(value.inputSchema)) return convert(value, steps, 'MCP’s form')
  if (isToolWithoutFunctions(value)) return { kind: 'leftOut', name: Object.keys(value)[0] ?? '' }
  if (!('name' in value)) return { kind: 'misfit', steps }
  const schemaKey = ['parameters', 'parametersJsonSchema'].find((key) => key in value)
  return {
    kind: 'declaration',
    declaration: value,
    steps,
    schemaSteps: schemaKey ? [...steps, schemaKey] : null,
  }
}

const otherTools = [
  'googleSearch',
  'google_search',
  'urlContext',
  'url_context',
  'codeExecution',
  'code_execution',
]

function isToolWithoutFunctions(value: JsonObject): boolean {
  const [name, ...others] = Object.keys(value)
  return others.length === 0 && otherTools.includes(name ?? '')
}

const schemaKeys = ['parameters', 'input_schema', 'inputSchema'] as const

/** JSON Schema in full goes where all of it is taken (wire §2.3). */
function convert(value: JsonObject, steps: Steps, form: string): Piece {
  const schemaKey = schemaKeys.find((key) => isObject(value[key]))
  const schema = schemaKey && value[schemaKey]
  const member = findForeignWords(schema, 'parameters').some(({ isOfJsonSchema }) => isOfJsonSchema)
    ? 'parametersJsonSchema'
    : 'parameters'
  const declaration = {
    name: value.name,
    ...(value.description === undefined ? {} : { description: value.description }),
    ...(schema === undefined ? {} : { [member]: schema }),
  }
  return {
    kind: 'declaration',
    form,
    declaration,
    steps,
    schemaSteps: schemaKey ? [...steps, schemaKey] : null,
  }
}

/** One sentence; null where there is nothing to tell. */
export function describeReading({ found, forms, leftOut }: DeclarationReading): string | null {
  const count = found.length === 1 ? '1 function' : `${found.length} functions`
  const read = forms.length > 0 ? `Read ${count} from ${forms.join(' and ')}.` : ''
  const left = leftOut.length > 0 ? `Left out, being no functions: ${leftOut.join(', ')}.` : ''
  return [read, left].filter(Boolean).join(' ') || null
}
