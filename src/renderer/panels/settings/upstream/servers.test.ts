// Presets, names and changes of OpenAI-compatible servers.
import { expect, test } from 'vitest'
import { OpenAiProfile, openAiProfilePattern } from '#shared/schemas/openai-profile'
import { removeProfile } from './profiles'
import {
  choosePreset,
  createServerId,
  emptyServer,
  findSaved,
  findServerProblems,
  toServer,
  toServerName,
} from './servers'

const ollama = OpenAiProfile.parse({
  id: 'openai-a',
  name: 'Ollama',
  server: 'ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  defaults: { text: 'llama3.3:70b' },
  countsTokens: true,
})

test('IDs are random slots of the vault', () => {
  const ids = Array.from({ length: 20 }, createServerId)
  expect(new Set(ids).size).toBe(20)
  for (const id of ids) expect(id).toMatch(openAiProfilePattern)
})

test('a preset brings its URL, but never replaces one that was typed', () => {
  expect(choosePreset(emptyServer, 'openrouter')).toEqual({
    server: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
  })
  expect(choosePreset({ ...emptyServer, baseUrl: ' ' }, 'other')).toEqual({ server: 'other', baseUrl: '' })
  expect(choosePreset({ ...emptyServer, baseUrl: 'http://10.0.0.5/v1' }, 'vllm')).toEqual({ server: 'vllm' })
})

test('the server is guessed from its URL, unless the user has chosen one', () => {
  const guess = (baseUrl: string, server = emptyServer.server) => toServerName({ server, baseUrl })
  expect(guess(emptyServer.baseUrl)).toBe('ollama')
  expect([guess('https://api.groq.com/openai/v1'), guess('http://192.168.0.2:1234')]).toEqual([
    'groq',
    'lm-studio',
  ])
  expect([guess('https://models.example/v1'), guess('http://')]).toEqual(['other', 'other'])
  for (const selected of ['vllm', 'ollama'])
    expect(guess('http://127.0.0.1:8080/v1', selected)).toBe(selected)
})

test('a server that is saved is found again, however its URL is written', () => {
  for (const baseUrl of ['http://localhost:11434', 'http://[::1]:11434/v1/', 'http://127.0.0.1:11434/v1'])
    expect(
      findSaved({ baseUrl: 'http://127.0.0.1:11434/v1' }, [{ ...ollama, baseUrl }]),
      baseUrl,
    ).toBeDefined()
  expect(findSaved({ baseUrl: 'http://127.0.0.1:1234/v1' }, [ollama])).toBeUndefined()
})

test('a blank name becomes the server’s, with the host if that is taken', () => {
  const texts = { ...emptyServer, baseUrl: 'http://192.168.0.2:11434/v1 ' }
  expect(toServer({ id: 'openai-b' }, texts, [])).toEqual({
    id: 'openai-b',
    name: 'Ollama',
    server: 'ollama',
    baseUrl: 'http://192.168.0.2:11434/v1',
    countsTokens: false,
    defaults: {},
    kinds: {},
    aliases: [],
  })
  expect(toServer({ id: 'openai-b' }, texts, [ollama]).name).toBe('Ollama (192.168.0.2:11434)')
  expect(toServer({ id: 'openai-b' }, { ...texts, server: 'other' }, []).name).toBe('192.168.0.2:11434')
})

test('editing keeps the models and the counting of tokens', () => {
  const texts = { server: 'vllm', name: 'Mine', baseUrl: 'http://127.0.0.1:8000/v1' }
  expect(toServer(ollama, texts, [ollama])).toEqual({ ...ollama, ...texts })
})

test('a name in use, and a missing or invalid URL, are rejected at their fields', () => {
  const problems = (changes: object) =>
    findServerProblems('openai-b', { ...emptyServer, ...changes }, [ollama])
  expect(problems({ name: 'Ollama' }).name).toBe('is already used by another server')
  expect(problems({ baseUrl: '' }).baseUrl).toBe('is required')
  expect(problems({ baseUrl: '127.0.0.1:11434' }).baseUrl).toMatch(/must start with http/)
  expect(problems({ baseUrl: 'http://127.0.0.1/v1?key=1' }).baseUrl).toMatch(/must not contain \?/)
})

test('removing the server in use switches to the demo, and keeps services', () => {
  const service = { id: 'service', name: 'One', baseUrl: 'https://one.example' }
  const settings = {
    services: [service],
    openAiProfiles: [ollama],
    upstream: { kind: 'openai', profile: ollama.id } as const,
  }
  expect(removeProfile(settings, ollama.id)).toEqual({ openAiProfiles: [], upstream: { kind: 'demo' } })
})
