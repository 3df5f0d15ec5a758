// Converts the tools of a chat completion to function declarations.
import type { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import type { FieldReport } from '../translation/field-report'
import { isUnset, type JsonObject, toObject, toText } from '../translation/json-objects'

/** Returns the members `tools` and `toolConfig`, as far as they are needed. */
export function toGoogleTools(
  { tools, tool_choice: choice }: ChatCompletionRequest,
  report: FieldReport,
): JsonObject {
  const functionDeclarations = (tools ?? []).map((tool, index) =>
    toDeclaration(tool, `tools[${index}]`, report),
  )
  if (functionDeclarations.length === 0) {
    if (!isUnset(choice) && choice !== 'auto' && choice !== 'none')
      report.reject('tool_choice', 'needs tools to choose from')
    return {}
  }
  const functionCallingConfig = toCallingConfig(choice, report)
  return {
    tools: [{ functionDeclarations }],
    ...(functionCallingConfig ? { toolConfig: { functionCallingConfig } } : {}),
  }
}

function toDeclaration(tool: JsonObject, path: string, report: FieldReport): JsonObject {
  if (tool.type !== 'function') report.reject(`${path}.type`, `has no tools of the type ${toText(tool.type)}`)
  report.checkMembers(tool, path, { known: ['type', 'function'], harmless: ['cache_control'] })
  const declared = toObject(tool.function)
  const { name, description, parameters, strict } = declared
  if (toText(name) === '') report.reject(`${path}.function.name`, 'needs a name')
  if (strict === true) report.ignore(`${path}.function.strict`)
  report.checkMembers(declared, `${path}.function`, { known: declarationMembers })
  return {
    name,
    ...(toText(description) === '' ? {} : { description }),
    ...(isUnset(parameters) ? {} : { parametersJsonSchema: parameters }),
  }
}

const declarationMembers = ['name', 'description', 'parameters', 'strict']

const modes: ReadonlyMap<string, string> = new Map([
  ['none', 'NONE'],
  ['required', 'ANY'],
])

/** Returns undefined if the model decides. */
function toCallingConfig(choice: unknown, report: FieldReport): JsonObject | undefined {
  if (isUnset(choice) || choice === 'auto') return undefined
  if (typeof choice === 'string') {
    const mode = modes.get(choice)
    return mode === undefined
      ? report.reject('tool_choice', 'accepts only auto, none, required, and a function')
      : { mode }
  }
  const { type, function: named } = toObject(choice)
  const selected = toObject(named)
  const name = toText(selected.name)
  if (type !== 'function') report.reject('tool_choice.type', `has no choice of the type ${toText(type)}`)
  if (name === '') report.reject('tool_choice.function.name', 'needs a name')
  report.checkMembers(toObject(choice), 'tool_choice', { known: ['type', 'function'] })
  report.checkMembers(selected, 'tool_choice.function', { known: ['name'] })
  return { mode: 'ANY', allowedFunctionNames: [name] }
}
