// Reads the functions that a request declares.
import { ApiError } from '#shared/schemas/api-error'
import { type Json, listField, objectField, textField } from './fields'

export interface FunctionDeclaration {
  readonly name: string
  readonly description: string
  /** JSON Schema or its OpenAPI form; undefined: the function takes nothing. */
  readonly parameters: Json | undefined
}

export function readDeclarations(tools: readonly unknown[]): FunctionDeclaration[] {
  const declarations = tools.flatMap((tool, place) =>
    listField(tool, 'functionDeclarations').map((declaration, index) => ({
      declaration,
      at: `tools[${place}].functionDeclarations[${index}]`,
    })),
  )
  const read = declarations.map(({ declaration, at }) => readDeclaration(declaration, at))
  const twice = read.find(({ name }, index) => read.findIndex((other) => other.name === name) !== index)
  if (!twice) return read
  throw new ApiError('INVALID_ARGUMENT', `Duplicate function declaration found: ${twice.name}`, {
    param: 'tools',
  })
}

function readDeclaration(declaration: unknown, at: string): FunctionDeclaration {
  const name = textField(declaration, 'name') ?? ''
  if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(name)) {
    const message = `${at}.name: must start with a letter or an underscore and hold only letters, digits, underscores, dots, colons and dashes`
    throw new ApiError('INVALID_ARGUMENT', message, { param: `${at}.name` })
  }
  return {
    name,
    description: textField(declaration, 'description') ?? '',
    parameters: objectField(declaration, 'parameters') ?? objectField(declaration, 'parametersJsonSchema'),
  }
}
