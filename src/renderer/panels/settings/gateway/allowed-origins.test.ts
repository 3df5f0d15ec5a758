// Origins as typed.
import { expect, test } from 'vitest'
import { findOriginProblem, toOrigin } from './AllowedOrigins'

test('a URL is reduced to the origin that a browser sends', () => {
  const typed = [' http://localhost:5173/page?x=1 ', 'https://Example.com:443']
  expect(typed.map(toOrigin)).toEqual(['http://localhost:5173', 'https://example.com'])
  expect(typed.map((text) => findOriginProblem(text, []))).toEqual([undefined, undefined])
})

test('an origin that no browser sends, or that is listed already, is rejected', () => {
  const error = 'must be an origin, such as http://localhost:5173'
  expect([
    findOriginProblem('localhost:5173', []),
    findOriginProblem('*', []),
    findOriginProblem('file:///tmp', []),
    findOriginProblem('http://localhost:5173/', ['http://localhost:5173']),
  ]).toEqual([error, error, error, 'is already in the list'])
})
