// The focus after its control disappears.
import { expect, test } from 'vitest'
import { findFocusFallback } from './use-focus-recovery'

const order = ['input', 'add', 'remove a', 'remove b', 'next section']

test('the control before the lost one gets the focus, within the narrowest group that still has any', () => {
  const list = ['remove a']
  expect(findFocusFallback(order, 'remove b', [[], list, ['input', ...list]])).toBe('remove a')
})

test('without a control before the lost one, the first of the group gets the focus', () => {
  expect(findFocusFallback(order, 'remove a', [['remove b', 'next section']])).toBe('remove b')
})

test('a control that replaced the lost one gets it first', () => {
  expect(findFocusFallback(['name', 'add', 'cancel'], 'cancel', [[], ['add a service', 'test']])).toBe(
    'add a service',
  )
})
