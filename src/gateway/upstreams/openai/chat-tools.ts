// Converts function declarations and the tool configuration to the tools of a chat completion.
import type { ServerFeatures } from '#shared/models/server-features'
import type { FieldReport } from '../../translation/field-report'
import { isUnset, type JsonObject, listObjects, toCamelCase, toText } from '../../translation/json-objects'
import { toJsonSchema } from './json-schema'

/** Tools that Google's servers run. */
const serverTools = new Map([
  ['googleSearch', "can't search the web"],
  ['googleSearchRetrieval', "can't search the web"],
  ['urlContext', "can't open URLs"],
  ['codeExecution', "can't run code"],
])

const choicePath = 'toolConfig.functionCallingConfig'

/** Returns the members `tools` and `tool_choice`, as far as they are needed. */
export function toTools(
  request: JsonObject,
  { hasToolChoice }: Pick<ServerFeatures, 'hasToolChoice'>,
  report: FieldReport,
): JsonObject {
  const declared = listDeclarations(request.tools, report)
  const { mode, allowed } = readToolConfig(request.toolConfig, report)
  // Without its functions, a model cannot call them, on any server.
  if (mode === 'NONE') return {}
  const names = declared.map(({ name }) => toText(name))
  if (allowed.some((name) => !names.includes(name)))
    report.reject(`${choicePath}.allowedFunctionNames`, 'can call only functions that tools declares')
  const tools =
    allowed.length === 0 ? declared : declared.filter(({ name }) => allowed.includes(toText(name)))
  if (mode === 'ANY' && tools.length === 0)
    report.reject(`${choicePath}.mode`, 'can call only functions that tools declares')
  if (tools.length === 0) return {}
  const translated = { tools: tools.map((tool) => ({ type: 'function', function: tool })) }
  if (mode === 'AUTO') return translated
  if (!hasToolChoice) report.reject(`${choicePath}.mode`, "can't force the model to call a function")
  // The name of a function is not sent: LM Studio rejects it (github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670), and
  // llama.cpp takes it for `auto` (github.com/ggml-org/llama.cpp/issues/26535).
  return { ...translated, tool_choice: 'required' }
}

function listDeclarations(tools: unknown, report: FieldReport): readonly JsonObject[] {
  return listObjects(tools).flatMap((tool, index) => {
    const path = `tools[${index}]`
    return Object.entries(toCamelCase(tool)).flatMap(([name, value]) => {
      if (value === undefined || value === null) return []
      // `{ "urlContext": {} }` turns a tool on.
      if (name !== 'functionDeclarations') report.reject(`${path}.${name}`, serverTools.get(name))
      const declarations = report.readObjects(value, `${path}.${name}`)
      return declarations.map((one, at) => toFunction(one, `${path}.${name}[${at}]`, report))
    })
  })
}

function toFunction(declaration: JsonObject, path: string, report: FieldReport): JsonObject {
  const { name, description, parameters, parametersJsonSchema, ...others } = toCamelCase(declaration)
  for (const [field, value] of Object.entries(others)) {
    if (isUnset(value)) continue
    // A description of the result, and how Google's servers schedule it.
    if (!/^(?:response|responseJsonSchema|behavior)$/.test(field)) report.reject(`${path}.${field}`)
    report.ignore(`${path}.${field}`)
  }
  const schema = isUnset(parametersJsonSchema)
    ? toJsonSchema(report.readObject(parameters, `${path}.parameters`), `${path}.parameters`, (one) =>
        report.ignore(one),
      )
    : parametersJsonSchema
  return {
    name,
    ...(toText(description) ? { description } : {}),
    // Some servers require a schema of a function without parameters, too.
    parameters: isUnset(schema) ? { type: 'object', properties: {} } : schema,
  }
}

interface ToolConfig {
  readonly mode: 'AUTO' | 'ANY' | 'NONE'
  /** Names of functions; empty allows all. */
  readonly allowed: readonly string[]
}

function readToolConfig(value: unknown, report: FieldReport): ToolConfig {
  const { functionCallingConfig, ...others } = toCamelCase(report.readObject(value, 'toolConfig'))
  // Coordinates for Google's own tools.
  for (const [name, field] of Object.entries(others)) if (!isUnset(field)) report.ignore(`toolConfig.${name}`)
  const { mode, allowedFunctionNames, ...unknown } = toCamelCase(
    report.readObject(functionCallingConfig, choicePath),
  )
  for (const [name, field] of Object.entries(unknown))
    if (!isUnset(field)) report.reject(`${choicePath}.${name}`)
  const allowed = report.readTexts(allowedFunctionNames, `${choicePath}.allowedFunctionNames`)
  const name = report.readText(mode, `${choicePath}.mode`).toUpperCase()
  if (name === 'ANY' || name === 'NONE') return { mode: name, allowed }
  if (name === 'VALIDATED') {
    report.ignore(`${choicePath}.mode`)
    return { mode: 'AUTO', allowed }
  }
  if (name !== '' && name !== 'AUTO' && name !== 'MODE_UNSPECIFIED')
    report.reject(`${choicePath}.mode`, `has no mode ${name}`)
  // Google's API considers these names only with ANY and VALIDATED.
  if (allowed.length > 0) report.ignore(`${choicePath}.allowedFunctionNames`)
  return { mode: 'AUTO', allowed: [] }
}
