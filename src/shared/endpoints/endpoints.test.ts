// Checks that endpoints and routes agree with each other, the model catalog and the specification.
import { expect, test } from 'vitest'
import { catalog, findModel, methodsOfKind, toNeutralId } from '../models/catalog'
import { endpointList, endpoints, identifyEndpoint } from './endpoints'
import { type Route, routeList, routes, toPath, verbOf } from './routes'

test('the seventeen endpoints have the paths of the specification', () => {
  const paths = endpointList.map(([id, { route, prefix, model }]) => [
    id,
    toPath(routes[route], prefix, { model }),
  ])
  expect(Object.fromEntries(paths)).toEqual({
    E1: '/v1/audio/transcriptions',
    E2: '/v1beta/models/gen-2.5-flash:generateContent',
    E3: '/v1beta/models/gen-2.5-flash-image:generateContent',
    E4: '/v1beta/models/gen-3.1-pro-preview:generateContent',
    E5: '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent',
    E6: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent',
    E7: '/v1/v1beta/models/gen-3-pro-image-preview:generateContent',
    E8: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    E9: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    E10: '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning',
    E11: '/v1beta/models/gen-2.5-pro:generateContent',
    E12: '/v1/v1beta/models/gen-2.0-flash-exp-image-generation:generateContent',
    E13: '/v1beta/models/gen-2.5-pro:generateContent',
    E14: '/v1/v1beta/models/gen-embedding-001:embedContent',
    E15: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    E16: '/v1/v1beta/models/gen-2.5-flash-image-preview:generateContent',
    E17: '/v1/v1beta/models/gen-2.5-flash:generateContent',
  })
})

test.each(endpointList)(
  '%s: its model supports its method, and its example matches its schema and identifies it',
  (id, endpoint) => {
    const route: Route = routes[endpoint.route]
    const model = findModel(endpoint.model)
    const verb = verbOf(routes[endpoint.route])
    expect(model).toBeDefined()
    if (verb) expect(methodsOfKind[model!.kind]).toContain(verb)
    if (endpoint.example) expect(route.request?.safeParse(endpoint.example).error).toBeUndefined()
    // E17's example is plain text: without the search tool it equals E2. E3 and E12 are identified by their models.
    const identified = identifyEndpoint(endpoint.route, endpoint.model, endpoint.example ?? undefined)
    expect(identified).toBe(id === 'E17' ? 'E2' : id)
  },
)

test('a declared search tool turns E2 into E17', () => {
  const body = { ...endpoints.E17.example, tools: [{ google_search: {} }] }
  expect(identifyEndpoint('generateContent', 'gen-2.5-flash', body)).toBe('E17')
})

test('no two routes have the same method and path', () => {
  const paths = routeList.flatMap(([, route]) =>
    route.prefixes.map((prefix) => `${route.method} ${prefix}${route.path}`),
  )
  expect(new Set(paths).size).toBe(paths.length)
})

test('names of both families refer to the same model', () => {
  const names = [
    'models/gemini-2.5-pro',
    'veo-3.1-fast-generate-preview',
    'gpt-4o-transcribe',
    'gen-2.5-pro',
    'mine',
  ]
  expect(names.map(toNeutralId)).toEqual([
    'gen-2.5-pro',
    'gen-video-3.1-fast-generate-preview',
    'gen-4o-transcribe',
    'gen-2.5-pro',
    'mine',
  ])
})

test('finds a custom model with a vendor name by both names', () => {
  const own = [
    ...catalog,
    { id: 'gemini-9-ultra', displayName: 'Mine', description: '', kind: 'text' } as const,
  ]
  expect(findModel('gen-9-ultra', own)?.displayName).toBe('Mine')
  expect(findModel('models/gemini-9-ultra', own)?.displayName).toBe('Mine')
  expect(findModel('gen-10', own)).toBeUndefined()
})
