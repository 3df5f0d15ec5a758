// What is said under an address while it is typed.
import { expect, test } from 'vitest'
import { findAddressProblem, toCallAddress } from './call-address'

test('however it was pasted, the address shown is the one that is called', () => {
  const shown = ['https://host', ' https://host/ ', 'https://host/v1beta/', 'https://host/v1'].map((pasted) =>
    toCallAddress(pasted, '/v1beta/…'),
  )
  expect(new Set(shown)).toEqual(new Set(['https://host/v1beta/…']))
  expect(toCallAddress('https://host/v1/audio/transcriptions', '/v1/audio/transcriptions')).toBe(
    'https://host/v1/audio/transcriptions',
  )
  expect(toCallAddress('http://host:81/team/', '/v1beta/…')).toBe('http://host:81/team/v1beta/…')
})

test('what is no address, or holds a password, is never shown as one', () => {
  expect(
    ['', 'host', 'ftp://host', 'https://ada:secret@host'].map((text) => toCallAddress(text, '/')),
  ).toEqual([null, null, null, null])
})

test('the problem is told in the words of the schema', () => {
  expect([
    findAddressProblem('', 'required'),
    findAddressProblem(' ', 'optional'),
    findAddressProblem('host', 'optional'),
    findAddressProblem('https://ada:secret@host', 'required'),
    findAddressProblem('https://host/v1', 'required'),
    findAddressProblem('https://host/v1?key=AIza', 'required'),
    findAddressProblem('https://host/#x', 'optional'),
  ]).toEqual([
    'must not be empty',
    undefined,
    'must start with http:// or https:// and include a host',
    'must not contain credentials; enter keys separately',
    undefined,
    'must not contain ? or #; enter keys separately',
    'must not contain ? or #; enter keys separately',
  ])
})
