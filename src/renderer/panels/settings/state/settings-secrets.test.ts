// Secrets that were left half typed.
import { expect, test } from 'vitest'
import { forgetSecret, useTypedSecrets, writeSecret } from './settings-secrets'

test('a typed secret stays until it is forgotten, and nothing of it stays then', () => {
  writeSecret('gemini', 'half')
  writeSecret('proxy password', 'pass:word')
  forgetSecret('gemini')
  expect(useTypedSecrets.getState()).toEqual({ 'proxy password': 'pass:word' })
  forgetSecret('proxy password')
  expect(useTypedSecrets.getState()).toEqual({})
})
