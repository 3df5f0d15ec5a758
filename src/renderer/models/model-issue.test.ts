// Problems with the model of a panel.
import { expect, test } from 'vitest'
import { findModelIssue, isForComposer, type ModelIssue } from './model-issue'

const server = { id: 'openai-a', name: 'Ollama' }
const state = { profile: 'openai-a', listedAt: 1, problem: null }
const usual = {
  kinds: ['image'] as const,
  selected: 'gen-2.5-flash-image',
  used: 'gen-2.5-flash-image',
  models: [],
  isListed: true,
  server,
  state,
  provider: 'Ollama (127.0.0.1)',
}

test('a server without a model of the kind has none, or could not be asked', () => {
  expect(findModelIssue(usual)?.title).toBe('Ollama has no image model')
  expect(findModelIssue({ ...usual, state: { ...state, problem: 'No answer.' } })).toEqual({
    type: 'unreachable',
    title: 'Couldn’t load the models of Ollama',
    text: 'No answer.',
  })
  // The problem of another profile.
  expect(findModelIssue({ ...usual, state: { ...state, profile: 'openai-b', problem: 'No.' } })?.type).toBe(
    'none',
  )
  expect(findModelIssue({ ...usual, kinds: ['video'] })?.title).toBe('Ollama can’t generate videos')
})

test('nothing is said until the models are listed, and with other providers as before', () => {
  expect(findModelIssue({ ...usual, isListed: false })).toBeNull()
  expect(findModelIssue({ ...usual, server: null })?.title).toBe('This isn’t one of your image models')
  expect(findModelIssue({ ...usual, kinds: ['text'], server: null })?.title).toBe(
    'This model isn’t in your list',
  )
})

test('only what prevents sending is shown above the prompt, and a replacement of the user’s choice', () => {
  const toIssue = (type: ModelIssue['type']) => ({ type, title: '', text: '' })
  expect([
    isForComposer(toIssue('none'), true),
    isForComposer(toIssue('unreachable'), true),
    isForComposer(toIssue('replaced'), true),
    isForComposer(toIssue('replaced'), false),
    isForComposer(toIssue('unlisted'), false),
    isForComposer(toIssue('unknown'), false),
  ]).toEqual([true, true, false, true, true, false])
})
