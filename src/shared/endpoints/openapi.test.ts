// Checks the documents that are generated from the tables of routes and endpoints with validators of others.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { describeApi } from './openapi'
import { listFields, type ReferenceEntry, referenceEntries, requestSchema } from './reference'
import { beyondSpecification, requestFields } from './request-fields'
import { type Route, type RouteId, routeList, routes } from './routes'

const origin = 'http://127.0.0.1:4715'

interface Content {
  readonly schema?: object
  readonly examples?: Record<string, { readonly value: unknown }>
}

interface Operation {
  readonly summary?: string
  readonly requestBody?: { readonly content: Record<string, { schema?: object; examples?: object }> }
  readonly responses: Record<string, { content?: Record<string, Content> }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, object> }
}

const document = describeApi('1.2.3', origin) as unknown as Document

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  // The validator is not content with anything.
  const broken = JSON.parse(JSON.stringify({ ...document, info: { title: 'Without a version' } }))
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('every route is described under all of its prefixes', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = routeList.flatMap(([, route]) =>
    route.prefixes.map((prefix) => `${route.method} ${prefix}${route.path}`),
  )
  expect(described.sort()).toEqual([...served].sort())
})

/** Compiles all schemas of the document, which is a draft 2020-12 dialect. */
function openSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'document', components: document.components })
  return (schema: object) => {
    const { $ref = '' } = schema as { $ref?: string }
    const validate = ajv.getSchema(`document${$ref}`)
    if (!validate) throw new Error(`The document has no schema ${$ref}.`)
    return validate
  }
}

describe('examples', () => {
  const compile = openSchemas()

  test.each(referenceEntries.filter(({ example }) => example !== null).map((entry) => [entry.id, entry]))(
    '%s: its example matches the described schema and that of the gateway',
    (_id, { route, prefix, routeId, example }) => {
      const operation = document.paths[prefix + route.path]?.[route.method.toLowerCase()]
      const validate = compile(operation!.requestBody!.content['application/json']!.schema!)
      expect([validate(example), validate.errors]).toEqual([true, null])
      expect((routes[routeId] as Route).request?.safeParse(example).error).toBeUndefined()
      expect(validate({})).toBe(routeId === 'countTokens')
    },
  )

  test('the example errors match the schema of their response', () => {
    const shown = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const { schema, examples = {} } = content?.['application/json'] ?? {}
          const values = Object.values(examples).map(({ value }) => value)
          return schema && status !== '200' ? values.map((value) => ({ schema, value })) : []
        }),
      ),
    )
    expect(shown.length).toBeGreaterThan(5 * routeList.length)
    for (const { schema, value } of shown) expect(compile(schema)(value)).toBe(true)
  })
})

// A field that the gateway requires, but the reference calls optional, would be a request that fails.
test.each(Object.keys(requestFields) as RouteId[])(
  '%s: the reference requires the same fields as the gateway',
  (id) => {
    const { request } = routes[id] as Route
    const empty = request?.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? []
    const { required = [] } = requestSchema(id) as { required?: string[] }
    expect(required.filter((name) => name !== 'file')).toEqual(empty)
  },
)

function entryOf(id: ReferenceEntry['id']): ReferenceEntry {
  return referenceEntries.find((entry) => entry.id === id)!
}

test('fields have a type, a description and their source', () => {
  const all = referenceEntries.flatMap(listFields)
  expect(all.filter(({ type }) => type === 'any')).toEqual([])
  const undescribed = all.filter(({ description, location }) => !description && location !== 'query')
  expect(undescribed.map(({ path }) => path)).toEqual([])
  const fields = new Map(listFields(entryOf('E7')).map((field) => [field.path, field]))
  expect(fields.get('model')).toMatchObject({ location: 'path', required: true })
  expect(fields.get('contents')).toMatchObject({
    type: 'array of object',
    required: true,
    isBeyondSpecification: false,
  })
  expect(fields.get('contents[].parts[].inlineData.mimeType')?.type).toBe('string')
  expect(fields.get('generationConfig.imageConfig.aspectRatio')?.values).toContain('16:9')
  expect(fields.get('generationConfig.topK')).toMatchObject({
    type: 'number',
    required: false,
    isBeyondSpecification: true,
  })
  expect(
    listFields(entryOf('E1')).map(({ path, location, type, required }) => [path, location, type, required]),
  ).toEqual(
    expect.arrayContaining([
      ['file', 'form', 'file', true],
      ['model', 'form', 'string', true],
    ]),
  )
})

// Fields of the specification's tables (§2, §4) must not be marked as provider-specific.
test('the fields of the specification are listed, and not marked as beyond it like other routes', () => {
  const specified: Partial<Record<ReferenceEntry['id'], readonly string[]>> = {
    E2: ['contents', 'contents[].role', 'contents[].parts', 'contents[].parts[].text', 'generationConfig'],
    E3: ['contents[].parts[].inlineData', 'generationConfig.responseModalities'],
    E5: ['alt'],
    E7: ['generationConfig.imageConfig', 'generationConfig.imageConfig.imageSize'],
    E8: ['tools', 'tools[].functionDeclarations', 'tools[].functionDeclarations[].parameters'],
    E9: ['generationConfig.responseMimeType', 'generationConfig.responseSchema'],
    E10: ['instances', 'instances[].prompt'],
    E11: ['contents[].parts[].file_data.mime_type', 'contents[].parts[].file_data.file_uri'],
    E13: ['tools[].urlContext'],
    E14: ['content', 'content.parts[].text', 'taskType', 'title', 'outputDimensionality'],
    E15: ['contents[].parts[].inline_data.mime_type', 'contents[].parts[].inline_data.data'],
  }
  for (const [id, paths = []] of Object.entries(specified)) {
    const unmarked = listFields(entryOf(id as ReferenceEntry['id']))
      .filter(({ isBeyondSpecification }) => !isBeyondSpecification)
      .map(({ path }) => path)
    expect(unmarked, id).toEqual(expect.arrayContaining([...paths]))
  }
  const of = (path: string) => document.paths[path]?.post
  expect(of('/v1beta/models/{model}:countTokens')).toHaveProperty([beyondSpecification], true)
  expect(of('/v1beta/models/{model}:generateContent')).not.toHaveProperty([beyondSpecification])
})
