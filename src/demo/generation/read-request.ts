// Parses a generateContent request for the demo service, without changing the client's JSON.
import { type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { continuationPrompt } from '#shared/schemas/gemini-requests'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { field, invalidArgument, listField, numberField, objectField, textField, textsField } from './fields'
import {
  type FileReference,
  type FindFile,
  type Media,
  readMedia,
  readReference,
  writeRequest,
} from './media'

interface CalledFunction {
  readonly id: string | undefined
  readonly name: string
  readonly args: JsonObject
  readonly signed: boolean
}

export interface FunctionResult {
  readonly id: string | undefined
  readonly name: string
  readonly response: JsonObject
}

/** The demo reads this many characters of a turn, because it shares its thread with other requests. */
const maxTurnLength = 100_000

export interface ReadTurn {
  readonly role: 'user' | 'model'
  /** All texts of the turn except thoughts, up to `maxTurnLength`. */
  readonly text: string
  /** Number of characters that were not read. */
  readonly unread: number
  readonly media: readonly Media[]
  readonly files: readonly FileReference[]
  readonly calls: readonly CalledFunction[]
  readonly results: readonly FunctionResult[]
}

export interface Generation {
  /** As the client wrote it. */
  readonly model: string
  readonly entry: ModelEntry | undefined
  /** `gen-3…`: the generation whose signatures have to be sent back (wire §2.4). */
  readonly requiresSignatures: boolean
  readonly turns: readonly ReadTurn[]
  readonly last: ReadTurn
  readonly system: string
  readonly config: JsonObject
  readonly functions: readonly FunctionDeclaration[]
  readonly callMode: 'AUTO' | 'ANY' | 'NONE'
  readonly allowedFunctions: readonly string[]
  readonly urlContext: boolean
  readonly search: boolean
  /** Equal for equal requests, and for the request of an answer and those to continue it. */
  readonly fingerprint: string
  /** The incomplete answer to continue. The other fields are those of its own request. */
  readonly continued: string | undefined
}

/** `findFile` throws an `ApiError` for a file of this service that cannot be used. */
export function readGeneration(
  { model, entry }: Pick<Generation, 'model' | 'entry'>,
  received: unknown,
  findFile: FindFile,
): Generation {
  const { body, continued } = splitContinuation(received)
  const mediaOf = new Map<unknown, Media>()
  const turns = listField(body, 'contents').map((content, index) => {
    const at = `contents[${index}].parts`
    for (const [partIndex, part] of listField(content, 'parts').entries()) {
      checkPart(part, `${at}[${partIndex}]`)
      const media = readMedia(part, `${at}[${partIndex}]`, findFile)
      if (media) mediaOf.set(part, media)
    }
    return readTurn(content, mediaOf)
  })
  const last = turns.at(-1)
  if (!last) throw invalidArgument('contents: must not be empty', 'contents')
  const tools = listField(body, 'tools')
  const callingConfig = objectField(objectField(body, 'toolConfig'), 'functionCallingConfig')
  const mode = (textField(callingConfig, 'mode') ?? 'AUTO').toUpperCase()
  rejectUnanswered(objectField(body, 'generationConfig') ?? {})
  const has = (name: string) => tools.some((tool) => field(tool, name) !== undefined)
  return {
    model,
    entry,
    requiresSignatures: toNeutralId(model).startsWith('gen-3'),
    turns,
    last,
    system: readSystem(field(body, 'systemInstruction')),
    config: objectField(body, 'generationConfig') ?? {},
    functions: readDeclarations(tools),
    callMode: mode === 'ANY' || mode === 'NONE' ? mode : 'AUTO',
    allowedFunctions: textsField(callingConfig, 'allowedFunctionNames'),
    urlContext: has('urlContext'),
    search: has('googleSearch') || has('googleSearchRetrieval'),
    fingerprint: `${model}\n${writeRequest(body, mediaOf)}`,
    continued,
  }
}

/** The demo gives one response, without probabilities. Clients of the OpenAI API know the fields by other names. */
function rejectUnanswered(config: JsonObject): void {
  const rejected = [
    ['candidateCount', 'n', (numberField(config, 'candidateCount') ?? 1) !== 1],
    ['responseLogprobs', 'logprobs', field(config, 'responseLogprobs') === true],
    ['logprobs', 'top_logprobs', (numberField(config, 'logprobs') ?? 0) !== 0],
  ] as const
  for (const [name, openAiName, isRejected] of rejected) {
    const path = `generationConfig.${name}`
    const message = `${path} (${openAiName} in the OpenAI API): isn't supported by the demo. Choose another provider, or omit it`
    if (isRejected) throw invalidArgument(message, path)
  }
}

/** Separates the request of an answer from its incomplete text and the request to continue it. */
function splitContinuation(received: unknown): Pick<Generation, 'continued'> & { body: unknown } {
  const contents = listField(received, 'contents')
  const [partial, prompt] = contents.slice(-2)
  const isContinuation =
    isObject(received) &&
    contents.length > 2 &&
    textField(partial, 'role') === 'model' &&
    readTexts(prompt).join('') === continuationPrompt
  if (!isContinuation) return { body: received, continued: undefined }
  return { body: { ...received, contents: contents.slice(0, -2) }, continued: readTexts(partial).join('') }
}

/** All texts of a turn except thoughts. */
function readTexts(content: unknown): string[] {
  return listField(content, 'parts')
    .filter((part) => field(part, 'thought') !== true)
    .map((part) => textField(part, 'text') ?? '')
}

function readSystem(value: unknown): string {
  if (typeof value === 'string') return value
  const texts = listField(value, 'parts').map((part) => textField(part, 'text') ?? '')
  return (texts.join('\n') || textField(value, 'text') || '').trim()
}

const dataMembers = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'thoughtSignature',
]

function checkPart(part: unknown, at: string): void {
  if (dataMembers.some((name) => field(part, name) !== undefined)) return
  const message = `${at}.data: required oneof field 'data' must have one initialized field`
  throw invalidArgument(message, at)
}

function readTurn(content: unknown, mediaOf: ReadonlyMap<unknown, Media>): ReadTurn {
  const parts = listField(content, 'parts')
  const text = readTexts(content)
    .filter((part) => part !== '')
    .join('\n')
    .trim()
  return {
    role: textField(content, 'role') === 'model' ? 'model' : 'user',
    text: text.slice(0, maxTurnLength),
    unread: Math.max(0, text.length - maxTurnLength),
    media: parts.flatMap((part) => mediaOf.get(part) ?? []),
    files: parts.flatMap((part) => (mediaOf.has(part) ? [] : (readReference(part) ?? []))),
    calls: parts.flatMap(readCall),
    results: parts.flatMap(readResult),
  }
}

function readCall(part: unknown): CalledFunction[] {
  const call = objectField(part, 'functionCall')
  const name = textField(call, 'name')
  if (!call || name === undefined) return []
  const signed = field(part, 'thoughtSignature') !== undefined
  return [{ id: textField(call, 'id'), name, args: objectField(call, 'args') ?? {}, signed }]
}

function readResult(part: unknown): FunctionResult[] {
  const result = objectField(part, 'functionResponse')
  const name = textField(result, 'name')
  if (!result || name === undefined) return []
  const response = field(result, 'response')
  return [
    { id: textField(result, 'id'), name, response: isObject(response) ? response : { output: response } },
  ]
}

/** Reads a whole number that must be positive if present. */
export function readPositive(config: JsonObject, name: string): number | undefined {
  if (field(config, name) === undefined) return undefined
  const value = numberField(config, name)
  if (value !== undefined && Number.isInteger(value) && value > 0) return value
  throw invalidArgument(
    `generationConfig.${name}: must be a positive whole number`,
    `generationConfig.${name}`,
  )
}

export interface FunctionDeclaration {
  readonly name: string
  readonly description: string
  /** JSON Schema or its OpenAPI form. If undefined, the function has no parameters. */
  readonly parameters: JsonObject | undefined
}

function readDeclarations(tools: readonly unknown[]): FunctionDeclaration[] {
  const declarations = tools.flatMap((tool, toolIndex) =>
    listField(tool, 'functionDeclarations').map((declaration, index) => ({
      declaration,
      at: `tools[${toolIndex}].functionDeclarations[${index}]`,
    })),
  )
  const parsed = declarations.map(({ declaration, at }) => readDeclaration(declaration, at))
  const duplicate = parsed.find(
    ({ name }, index) => parsed.findIndex((other) => other.name === name) !== index,
  )
  if (!duplicate) return parsed
  throw invalidArgument(`Duplicate function declaration found: ${duplicate.name}`, 'tools')
}

function readDeclaration(declaration: unknown, at: string): FunctionDeclaration {
  const name = textField(declaration, 'name') ?? ''
  if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(name)) {
    const message = `${at}.name: must start with a letter or an underscore and contain only letters, digits, underscores, dots, colons and dashes`
    throw invalidArgument(message, `${at}.name`)
  }
  return {
    name,
    description: textField(declaration, 'description') ?? '',
    parameters: objectField(declaration, 'parameters') ?? objectField(declaration, 'parametersJsonSchema'),
  }
}
