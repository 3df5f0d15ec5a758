// Tests that every route is found in all its spellings, and nothing else is.
import { expect, test } from 'vitest'
import { routeList, toPath } from '#shared/endpoints/routes'
import { findRoute, methodsOf, readTarget } from './find-route'

const values = { model: 'gen-2.5-flash.x_1', operation: 'abc2', file: 'abc2', upload: 'abc2' }

test('finds every route under each of its prefixes, with its own parameters', () => {
  for (const [id, route] of routeList) {
    for (const prefix of route.prefixes) {
      const found = findRoute(route.method, toPath(route, prefix, values))
      expect([id, found?.id, found?.prefix]).toEqual([id, id, prefix])
      for (const [name, value] of Object.entries(found?.parameters ?? {})) {
        if (id !== 'downloadFile')
          expect([id, name, value]).toEqual([id, name, values[name as keyof typeof values]])
      }
    }
  }
})

test.each([
  ['POST', '/v1beta/models/x:generateContentx'],
  ['POST', '/v1beta/models/x/y:generateContent'],
  ['POST', '/v1beta/models/:generateContent'],
  ['POST', '/v1beta/models/x:y:generateContent'],
  ['GET', '/v1beta/models/'],
  ['GET', '/v1beta/operations/'],
  ['GET', '/v1/models/'],
  ['GET', '/v1/files'],
  ['POST', '/v1/completions'],
  ['GET', '/v1beta/models/x:generateContent'],
  ['GET', '/'],
])('%s %s is not a route', (method, path) => {
  expect(findRoute(method, path)).toBeUndefined()
})

test.each([
  ['llama3.3:70b', 'generateContent'],
  ['meta-llama/llama-3.3-70b-instruct:free', 'streamGenerateContent'],
  ['models/qwen/qwen3-8b', 'countTokens'],
  ['llama3.3:70b', 'getModel'],
  ['ft:gpt-4o-mini-2024-07-18:acme::abc', 'generateContent'],
  ['ft:gpt-4o-mini-2024-07-18:acme::abc', 'getModel'],
  ['x/y/z:latest', 'getModel'],
])('a server names a model %s: %s', (name, id) => {
  const method = id === 'getModel' ? 'GET' : 'POST'
  const path = `/v1beta/models/${name}${method === 'GET' ? '' : `:${id}`}`
  const found = findRoute(method, path, 'free')
  expect([found?.id, found?.parameters.model]).toEqual([id, name.replace(/^models\//, '')])
  expect(methodsOf(path, 'free')).toEqual(method === 'GET' ? ['GET', 'HEAD'] : ['POST'])
})

test.each([
  ['GET', '/v1beta/models/x:generateContent'],
  ['POST', '/v1beta/models/x:predict'],
  ['POST', '/v1beta/models/:generateContent'],
  ['GET', '/v1beta/models/'],
])('%s %s is not a route with names of a server either', (method, path) => {
  expect(findRoute(method, path, 'free')).toBeUndefined()
})

test('an operation is not a model with a slash', () => {
  const path = '/v1beta/models/gen-video/operations/abc2'
  expect(findRoute('GET', path, 'free')).toMatchObject({
    id: 'getModelOperation',
    parameters: { model: 'gen-video', operation: 'abc2' },
  })
})

test('a URL within a path is a download or a deletion, never metadata', () => {
  const path = '/v1beta/files/http://127.0.0.1:1/v1beta/files/abc:download'
  expect(findRoute('GET', path)?.id).toBe('downloadFile')
  expect(findRoute('DELETE', path)?.id).toBe('deleteFile')
})

test('the methods of a path', () => {
  expect(methodsOf('/v1beta/files/abc')).toEqual(['GET', 'HEAD', 'DELETE'])
  expect(methodsOf('/v1beta/models/x:generateContent')).toEqual(['POST'])
  expect(methodsOf('/upload/v1beta/files/abc')).toEqual(['POST', 'PUT'])
  expect(methodsOf('/nowhere')).toEqual([])
})

test.each([
  ['/a', { path: '/a', decodedPath: '/a', query: '', keys: [], authority: undefined }],
  ['/a?alt=sse', { path: '/a', decodedPath: '/a', query: 'alt=sse', keys: [], authority: undefined }],
  [
    '/a?x=%20&key=a%2Bb&y',
    { path: '/a', decodedPath: '/a', query: 'x=%20&y', keys: ['a+b'], authority: undefined },
  ],
  ['/a?%6Bey=a&key=b', { path: '/a', decodedPath: '/a', query: '', keys: ['a', 'b'], authority: undefined }],
  [
    '/a?mykey=a&callback=f',
    { path: '/a', decodedPath: '/a', query: 'mykey=a', keys: [], authority: undefined },
  ],
  ['/m/x%3Ago?', { path: '/m/x:go', decodedPath: '/m/x:go', query: '', keys: [], authority: undefined }],
  ['/m/a%2Fb', { path: '/m/a%2Fb', decodedPath: '/m/a/b', query: '', keys: [], authority: undefined }],
  ['http://h:1/a?b', { path: '/a', decodedPath: '/a', query: 'b', keys: [], authority: 'h:1' }],
  ['http://h:1', { path: '/', decodedPath: '/', query: '', keys: [], authority: 'h:1' }],
])('%s', (target, read) => {
  expect(readTarget(target)).toEqual(read)
})
