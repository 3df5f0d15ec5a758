// Sends the example of every endpoint to the demo, and looks up the fields of its response in the reference.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { openTestGateway, type TestGateway } from '../../gateway/testing/test-gateway.fixture'
import { listResponseFields, type ReferenceEntry, referenceEntries } from './reference'
import { toPath } from './routes'

let gateway: TestGateway

beforeAll(async () => {
  const send = createDemoService({ pace: 'instant' })
  gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
})
afterAll(() => gateway.close())

/** `contents[].parts[].text`; the members of objects that the provider defines are left out. */
function* walkFields(value: unknown, path: string, isOpen: (path: string) => boolean): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walkFields(item, `${path}[]`, isOpen)
  } else if (
    typeof value === 'object' &&
    value !== null &&
    (path === '' || !isOpen(path.replace(/\[\]$/, '')))
  ) {
    for (const [name, member] of Object.entries(value)) {
      const inner = path === '' ? name : `${path}.${name}`
      yield inner
      yield* walkFields(member, inner, isOpen)
    }
  }
}

function readDocuments(text: string): unknown[] {
  if (!text.startsWith('data:')) return [JSON.parse(text)]
  return text.split(/\r?\n\r?\n/).flatMap((event) => (event ? [JSON.parse(event.slice(5))] : []))
}

async function listSentFields(entry: ReferenceEntry, body: object | null): Promise<string[]> {
  const { route, prefix, model, query } = entry
  const search = new URLSearchParams(query).toString()
  const path = `${toPath(route, prefix, model === null ? {} : { model })}${search && `?${search}`}`
  const response = await gateway.send(path, {
    method: route.method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()])
  const described = listResponseFields(entry).map((field) => field.path)
  const isOpen = (open: string) =>
    !described.some((other) => other.startsWith(`${open}.`) || other.startsWith(`${open}[].`))
  return readDocuments(response.text).flatMap((document) => [...walkFields(document, '', isOpen)])
}

describe('every field of a response is described', () => {
  const jsonEntries = referenceEntries.filter(
    ({ id, example, route }) => example !== null || (route.method === 'GET' && id === 'listModels'),
  )
  test.each(jsonEntries.map((entry) => [entry.id, entry] as const))('%s', async (_id, entry) => {
    const sent = await listSentFields(entry, entry.example)
    const described = new Set(listResponseFields(entry).map(({ path }) => path))
    expect(sent.length).toBeGreaterThan(0)
    expect([...new Set(sent)].filter((path) => !described.has(path))).toEqual([])
  })
})
