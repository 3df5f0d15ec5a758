// The hint under a base URL while it is typed.
import { expect, test } from 'vitest'
import { findUrlProblem, toRequestUrl } from './UrlField'

test('however a base URL is pasted, the hint shows the URL that requests go to', () => {
  const shown = ['https://host', ' https://host/ ', 'https://host/v1beta/', 'https://host/v1'].map((pasted) =>
    toRequestUrl(pasted, '/v1beta/…'),
  )
  expect(new Set(shown)).toEqual(new Set(['https://host/v1beta/…']))
  expect(toRequestUrl('https://host/v1/audio/transcriptions', '/v1/audio/transcriptions')).toBe(
    'https://host/v1/audio/transcriptions',
  )
  expect(toRequestUrl('http://host:81/team/', '/v1beta/…')).toBe('http://host:81/team/v1beta/…')
})

test('text that is not a URL, or holds a password, is never shown as a request URL', () => {
  expect(
    ['', 'host', 'ftp://host', 'https://ada:secret@host'].map((text) => toRequestUrl(text, '/')),
  ).toEqual([null, null, null, null])
})

test('a problem is described in the words of the schema', () => {
  expect([
    findUrlProblem('', 'required'),
    findUrlProblem(' ', 'optional'),
    findUrlProblem('host', 'optional'),
    findUrlProblem('https://ada:secret@host', 'required'),
    findUrlProblem('https://host/v1', 'required'),
    findUrlProblem('https://host/v1?key=AIza', 'required'),
    findUrlProblem('https://host/#x', 'optional'),
  ]).toEqual([
    'is required',
    undefined,
    'must start with http:// or https:// and include a host',
    'must not contain credentials; enter keys separately',
    undefined,
    'must not contain ? or #; enter keys separately',
    'must not contain ? or #; enter keys separately',
  ])
})
