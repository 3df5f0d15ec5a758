// The reference as a Postman collection (v2.1), which Postman, Bruno, Insomnia and others import.
import { type ReferenceEntry, referenceEntries } from './reference'
import { type Credential, toPath } from './routes'

type Json = Readonly<Record<string, unknown>>

/** Parts of a path that are known only after an earlier request. */
const laterSegments = ['operation', 'file', 'upload'] as const

/** Has no key. `baseUrl`: the gateway's URL, without a trailing slash. */
export function toPostmanCollection(baseUrl: string): Json {
  const folder = (name: string, description: string, entries: readonly ReferenceEntry[]) => ({
    name,
    description,
    item: entries.map(toItem),
  })
  return {
    info: {
      name: 'Gen Playground gateway',
      description:
        'Set the variable localKey to the local key of the gateway. Requests to the gateway may be billed by its provider.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      folder(
        'Endpoints',
        'The endpoints of the specification.',
        referenceEntries.filter(({ isBeyondSpecification }) => !isBeyondSpecification),
      ),
      folder(
        'Other routes',
        'Routes beyond the specification.',
        referenceEntries.filter(({ isBeyondSpecification }) => isBeyondSpecification),
      ),
    ],
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'localKey', value: '' },
      ...laterSegments.map((name) => ({ key: name, value: '' })),
    ],
  }
}

function toItem(entry: ReferenceEntry): Json {
  const { id, title, route, headers, isBeyondSpecification } = entry
  const body = toBody(entry)
  return {
    name: isBeyondSpecification ? title : `${id} ${title}`,
    request: {
      method: route.method,
      description: route.summary,
      auth: authOf[route.credential],
      header: [
        ...(body && 'raw' in body ? [jsonHeader] : []),
        ...Object.entries(headers).map(([key, value]) => ({ key, value })),
      ],
      url: toUrl(entry),
      ...(body ? { body } : {}),
    },
  }
}

const jsonHeader = { key: 'Content-Type', value: 'application/json' }

const keyVariable = '{{localKey}}'
const bearer = { type: 'bearer', bearer: [{ key: 'token', value: keyVariable, type: 'string' }] }
const noKey = { type: 'noauth' }

/** The location that the specification requires for the key (§5). */
const authOf: Readonly<Record<Credential, Json>> = {
  'query-or-header': toApiKey('key', 'query'),
  'bearer-or-header': bearer,
  bearer,
  any: toApiKey('x-goog-api-key', 'header'),
  address: noKey,
  none: noKey,
}

function toApiKey(name: string, location: 'query' | 'header'): Json {
  const values = { key: name, value: keyVariable, in: location }
  return {
    type: 'apikey',
    apikey: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
  }
}

function toUrl({ route, prefix, model, query }: ReferenceEntry): Json {
  const later = Object.fromEntries(laterSegments.map((name) => [name, `{{${name}}}`]))
  const path = toPath(route, prefix, { ...later, ...(model === null ? {} : { model }) })
  // Braces of variables must not be encoded.
  const segments = path.replaceAll('%7B', '{').replaceAll('%7D', '}').split('/').slice(1)
  const pairs = Object.entries(query)
  const search = pairs.map(([key, value]) => `${key}=${value}`).join('&')
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${search && `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(pairs.length > 0 ? { query: pairs.map(([key, value]) => ({ key, value })) } : {}),
  }
}

function toBody({ route, model, example }: ReferenceEntry): Json | null {
  switch (route.body) {
    case 'json':
      return { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } }
    case 'multipart':
      return {
        mode: 'formdata',
        formdata: [
          { key: 'model', value: model ?? '', type: 'text' },
          { key: 'file', type: 'file', src: null },
        ],
      }
    case 'bytes':
      return { mode: 'file', file: { src: null } }
    default:
      return null
  }
}
