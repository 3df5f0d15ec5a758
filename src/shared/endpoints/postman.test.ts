// Checks the Postman collection with Postman's own schema, and the credential of each of its requests.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { toPostmanCollection } from './postman'
import { referenceEntries } from './reference'
import type { Route } from './routes'

const schema = JSON.parse(readFileSync(new URL('./postman-schema.fixture.json', import.meta.url), 'utf8'))
const validate = new Ajv({ strict: false }).compile(schema)

interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly auth: { readonly type: string; readonly apikey?: readonly { key: string; value: string }[] }
    readonly url: { readonly raw: string; readonly host: readonly string[]; readonly path: readonly string[] }
  }
}

const baseUrl = 'http://127.0.0.1:4715'
const collection = toPostmanCollection(baseUrl) as {
  item: readonly { item: readonly Item[] }[]
  variable: readonly { key: string; value: string }[]
}
const items = collection.item.flatMap(({ item }) => item)

test('the collection is valid', () => {
  expect([validate(collection), validate.errors]).toEqual([true, null])
  expect(validate({ ...collection, info: {} })).toBe(false)
})

test('it has a request for each endpoint and each route beyond the specification', () => {
  expect(items.map(({ request }) => request.method)).toEqual(
    referenceEntries.map(({ route }) => route.method),
  )
  for (const { request } of items) {
    const { raw, host, path } = request.url
    expect(raw.split('?')[0]).toBe([...host, ...path].join('/'))
  }
  const urls = items.map(({ request }) => request.url.raw)
  expect(urls).toContain('{{baseUrl}}/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse')
  expect(urls).toContain('{{baseUrl}}/v1beta/files/{{file}}:download')
  expect(urls).toContain('{{baseUrl}}/upload/v1beta/files/{{upload}}')
})

// An endpoint rejects a key in the wrong place (specification §5).
test('each request sends the key where its route accepts it', () => {
  const locations = items.map(({ request: { auth } }) =>
    auth.type === 'apikey' ? auth.apikey?.find(({ key }) => key === 'in')?.value : auth.type,
  )
  const expected: Record<Route['credential'], string> = {
    'query-or-header': 'query',
    'bearer-or-header': 'bearer',
    bearer: 'bearer',
    any: 'header',
    address: 'noauth',
    none: 'noauth',
  }
  expect(locations).toEqual(referenceEntries.map(({ route }) => expected[route.credential]))
  expect(collection.variable).toContainEqual({ key: 'localKey', value: '' })
  for (const { request } of items) expect(JSON.stringify(request.auth)).toMatch(/noauth|\{\{localKey\}\}/)
})
