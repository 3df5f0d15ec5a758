// Converts function declarations and the tool configuration to the tools of a chat completion.

import type { ServerFeatures } from '#shared/models/server-features'
import type { FieldReport } from './field-report'
import { isUnset, type JsonObject, listObjects, toCamelCase, toObject, toText } from './json-objects'
import { toJsonSchema } from './json-schema'

/** Tools that Google's servers run. */
const serverTools: Readonly<Record<string, string>> = {
  googleSearch: "can't search the web",
  googleSearchRetrieval: "can't search the web",
  urlContext: "can't open URLs",
  codeExecution: "can't run code",
}

/** Returns the members `tools` and `tool_choice`, as far as they are needed. */
export function toTools(
  request: JsonObject,
  { hasToolChoice }: Pick<ServerFeatures, 'hasToolChoice'>,
  report: FieldReport,
): JsonObject {
  const declared = listDeclarations(request.tools, report)
  const { mode, allowed } = readToolConfig(request.toolConfig, report)
  const tools =
    allowed.length === 0 ? declared : declared.filter(({ name }) => allowed.includes(toText(name)))
  // Without its functions, a model cannot call them, on any server.
  if (tools.length === 0 || mode === 'NONE') return {}
  const translated = { tools: tools.map((tool) => ({ type: 'function', function: tool })) }
  if (mode === 'AUTO') return translated
  if (!hasToolChoice)
    report.reject('toolConfig.functionCallingConfig.mode', "can't force the model to call a function")
  const [only] = allowed.length === 1 ? tools : []
  return {
    ...translated,
    tool_choice: only ? { type: 'function', function: { name: only.name } } : 'required',
  }
}

function listDeclarations(tools: unknown, report: FieldReport): readonly JsonObject[] {
  return listObjects(tools).flatMap((tool, index) => {
    const path = `tools[${index}]`
    return Object.entries(toCamelCase(tool)).flatMap(([name, value]) => {
      if (value === undefined || value === null) return []
      // `{ "urlContext": {} }` turns a tool on.
      if (name !== 'functionDeclarations') report.reject(`${path}.${name}`, serverTools[name])
      return listObjects(value).map((one, at) => toFunction(one, `${path}.${name}[${at}]`, report))
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
  const schema = isUnset(parametersJsonSchema) ? toJsonSchema(toObject(parameters)) : parametersJsonSchema
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
  const { functionCallingConfig, ...others } = toCamelCase(toObject(value))
  // Coordinates for Google's own tools.
  for (const name of Object.keys(others)) report.ignore(`toolConfig.${name}`)
  const { mode, allowedFunctionNames } = toCamelCase(toObject(functionCallingConfig))
  const allowed = Array.isArray(allowedFunctionNames) ? allowedFunctionNames.map(toText) : []
  const name = toText(mode).toUpperCase()
  if (name === 'ANY' || name === 'NONE') return { mode: name, allowed }
  if (name === 'VALIDATED') report.ignore('toolConfig.functionCallingConfig.mode')
  else if (name !== '' && name !== 'AUTO' && name !== 'MODE_UNSPECIFIED')
    report.reject('toolConfig.functionCallingConfig.mode', `has no mode ${name}`)
  // Google's API considers these names only with ANY and VALIDATED.
  return { mode: 'AUTO', allowed: name === 'VALIDATED' ? allowed : [] }
}
