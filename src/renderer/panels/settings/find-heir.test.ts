// Where the focus goes when its control goes away.
import { expect, test } from 'vitest'
import { findHeir } from './find-heir'

const order = ['input', 'add', 'remove a', 'remove b', 'next section']

test('the control before the lost one inherits the focus, within the narrowest group that still has any', () => {
  const list = ['remove a']
  expect(findHeir(order, 'remove b', [[], list, ['input', ...list]])).toBe('remove a')
})

test('the first of the group inherits it where none stood before the lost one', () => {
  expect(findHeir(order, 'remove a', [['remove b', 'next section']])).toBe('remove b')
})

test('what took the place of the lost one inherits it before all others', () => {
  expect(findHeir(['name', 'add', 'cancel'], 'cancel', [[], ['add a service', 'test']])).toBe('add a service')
})

test('where nothing is left, nothing inherits it', () => {
  expect(findHeir(order, 'remove a', [[], []])).toBeUndefined()
})
