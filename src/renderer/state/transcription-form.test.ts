// The form of the next files: sent, invalid and stored values.
import { expect, test } from 'vitest'
import {
  describeProblems,
  emptyForm,
  parseStoredForm,
  readTranscriptionForm,
  toTranscriptionForm,
} from './transcription-form'

const form = { ...emptyForm, model: 'gen-4o-transcribe' }

test('nothing beyond the specification is sent unless it is set', () => {
  expect(readTranscriptionForm(form)).toEqual({ settings: { model: 'gen-4o-transcribe' } })
  expect(readTranscriptionForm({ ...form, prompt: '  \n' })).toEqual({
    settings: { model: 'gen-4o-transcribe' },
  })
})

test('settings are parsed from what was typed', () => {
  const typed = { ...form, language: ' DE ', prompt: 'Names: Ada', temperature: '0,2', streaming: true }
  expect(readTranscriptionForm(typed)).toEqual({
    settings: {
      model: 'gen-4o-transcribe',
      language: 'de',
      prompt: 'Names: Ada',
      temperature: 0.2,
      streaming: true,
    },
  })
})

test('settings become the form that they were made from', () => {
  const settings = { model: 'm', language: 'de', prompt: 'Ada', temperature: 0, streaming: true }
  for (const each of [settings, { model: 'm' }])
    expect(readTranscriptionForm(toTranscriptionForm(each))).toEqual({ settings: each })
})

test('each invalid field is named with its valid values', () => {
  const { problems } = readTranscriptionForm({ ...form, language: 'english', temperature: '2' })
  expect(problems).toEqual({
    language: 'must be a two-letter language code, such as en',
    temperature: 'must be a number from 0 to 1, or empty',
  })
  expect(describeProblems(problems ?? {})).toBe(
    'Language must be a two-letter language code, such as en. Temperature must be a number from 0 to 1, or empty.',
  )
  expect(readTranscriptionForm({ ...form, temperature: 'warm' }).problems).toEqual({
    temperature: 'must be a number from 0 to 1, or empty',
  })
})

test('a damaged field of a stored form affects only itself', () => {
  expect(parseStoredForm({ model: 'mine', language: 7, prompt: 'x' })).toEqual({
    model: 'mine',
    language: '',
    prompt: 'x',
    temperature: '',
    streaming: false,
    skipSilences: false,
  })
  expect(parseStoredForm('nonsense')).toEqual(emptyForm)
})
