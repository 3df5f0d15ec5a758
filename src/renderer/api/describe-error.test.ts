// Messages of desktop contract errors.
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { describeError, readErrorCode, readFieldErrors } from './describe-error'

const validationError = new ORPCError('BAD_REQUEST', {
  message: 'Input validation failed',
  data: {
    issues: [
      { path: ['services', 0, 'baseUrl'], message: 'must start with http://' },
      { path: [{ key: 'services' }, { key: 0 }, 'baseUrl'], message: 'a second message' },
      { path: ['gatewayPort'], message: 'must be a port' },
    ],
  },
})

test('reads the first message of each field', () => {
  expect(readFieldErrors(validationError)).toEqual({
    'services.0.baseUrl': 'must start with http://',
    gatewayPort: 'must be a port',
  })
})

test('reads the field of an error that the application itself reports', () => {
  const circle = 'aliases.0.to: leads in a circle: gen-a → gen-b → gen-a'
  expect(readFieldErrors(new ORPCError('INVALID_ARGUMENT', { message: circle }))).toEqual({
    'aliases.0.to': 'leads in a circle: gen-a → gen-b → gen-a',
  })
  expect(readFieldErrors(new ORPCError('INVALID_ARGUMENT', { message: 'Try again: it was busy.' }))).toEqual(
    {},
  )
  expect(readFieldErrors(new ORPCError('UNAVAILABLE', { message: 'proxy: it is gone' }))).toEqual({})
})

test('describes an error that is about no field in one sentence', () => {
  expect(readFieldErrors(new Error('The port is taken.'))).toEqual({})
  expect(describeError(new Error('The port is taken.'))).toBe('The port is taken.')
  expect(describeError(validationError)).toBe('services.0.baseUrl: must start with http://')
  expect(describeError('?')).toBe('Something went wrong.')
})

test('reads the code of errors that have one', () => {
  expect([readErrorCode(validationError), readErrorCode(new Error('x')), readErrorCode(null)]).toEqual([
    'BAD_REQUEST',
    undefined,
    undefined,
  ])
})
