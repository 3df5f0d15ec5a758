// The settings that a search finds.
import { expect, test } from 'vitest'
import { findUnits, toWords } from './settings-search'

const gateway = {
  section: 'gateway',
  header: 'Gateway Use the same models from your own scripts and SDKs at this local address.',
  units: [
    { id: 'port', text: 'Port Use 0 for any free port. Save port' },
    {
      id: 'allowed-origins',
      text: 'Allowed origins Websites can’t call the gateway unless their origin is listed.',
    },
    { id: 'log-bodies', text: 'Log bodies Turn this off to log only headers, sizes, and times.' },
    { id: undefined, text: 'Environment variables' },
  ],
} as const

const find = (search: string) => [...findUnits(gateway, toWords(search))]

test('finds settings by their labels, their hints, and their keywords', () => {
  expect(find('Port')).toEqual([0])
  expect(find('headers')).toEqual([2])
  expect(find('cors')).toEqual([1])
  expect(find('environment')).toEqual([3])
})

test('all words must match, in whatever order and case; the title of the section counts', () => {
  expect(find('LOG off')).toEqual([2])
  expect(find('log cors')).toEqual([])
  expect(find('gateway bodies')).toEqual([2])
})

test('the title of a section finds all of it', () => {
  expect(find('gateway')).toEqual([0, 1, 2, 3])
  expect(find('local address')).toEqual([0, 1, 2, 3])
})

test('a setting that is collapsed now finds its whole section', () => {
  expect(find('retention')).toEqual([0, 1, 2, 3])
  expect(find('nothing of this')).toEqual([])
})
