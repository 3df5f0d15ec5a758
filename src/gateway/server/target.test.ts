// Request targets as they come on the wire.
import { expect, test } from 'vitest'
import { readTarget } from './target'

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
