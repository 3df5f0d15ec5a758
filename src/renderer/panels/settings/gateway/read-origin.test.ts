// Origins as typed.
import { expect, test } from 'vitest'
import { readOrigin } from './read-origin'

test('an address is cut down to what a browser sends', () => {
  expect([
    readOrigin(' http://localhost:5173/page?x=1 ', []),
    readOrigin('https://Example.com:443', []),
  ]).toEqual([{ origin: 'http://localhost:5173' }, { origin: 'https://example.com' }])
})

test('what no browser would send, and what is listed already, is told', () => {
  const error = 'must be an address like http://localhost:5173'
  expect([
    readOrigin('localhost:5173', []),
    readOrigin('*', []),
    readOrigin('file:///tmp', []),
    readOrigin('http://localhost:5173/', ['http://localhost:5173']),
  ]).toEqual([{ error }, { error }, { error }, { error: 'is in the list already' }])
})
