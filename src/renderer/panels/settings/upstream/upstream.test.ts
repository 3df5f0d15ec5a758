// Services and OpenAI-compatible servers: their URLs and names, adding, editing, choosing and removing them.
import { expect, test } from 'vitest'
import { OpenAiProfile, openAiProfilePattern, profileIdPattern } from '#shared/schemas/upstream'
import { toChoice } from '../state/upstream-choice'
import { createProfileId, emptyProfile, findNameProblem, removeProfile, toProfile } from './profiles'
import {
  choosePreset,
  createServerId,
  emptyServer,
  findSaved,
  findServerProblems,
  toServer,
  toServerName,
} from './servers'
import { findUrlProblem, toRequestUrl } from './UrlField'

const one = { id: 'service', name: 'One', baseUrl: 'https://one.example' }
const two = { id: 'service-ab12cd34', name: 'Two', baseUrl: 'https://two.example' }
const ollama = OpenAiProfile.parse({
  id: 'openai-a',
  name: 'Ollama',
  server: 'ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  defaults: { text: 'llama3.3:70b' },
  countsTokens: true,
})

test('however a base URL is pasted, the hint shows the URL that requests go to, but never a password', () => {
  for (const pasted of ['https://host', ' https://host/ ', 'https://host/v1beta/', 'https://host/v1'])
    expect(toRequestUrl(pasted, '/v1beta/…')).toBe('https://host/v1beta/…')
  const audio = '/v1/audio/transcriptions'
  expect(toRequestUrl(`https://host${audio}`, audio)).toBe(`https://host${audio}`)
  expect(toRequestUrl('http://host:81/team/', '/v1beta/…')).toBe('http://host:81/team/v1beta/…')
  for (const text of ['', 'host', 'ftp://host', 'https://ada:secret@host'])
    expect(toRequestUrl(text, '/')).toBeNull()
})

test('a base URL with credentials or a query is rejected', () => {
  const problem = (text: string) => findUrlProblem(text, 'required')
  expect([problem('https://host/v1'), findUrlProblem(' ', 'optional'), problem('')]).toEqual([
    ...[undefined, undefined, 'is required'],
  ])
  expect(problem('host')).toMatch(/must start with http/)
  expect(problem('https://ada:secret@host')).toMatch(/must not contain credentials/)
  for (const text of ['https://host/v1?key=AIza', 'https://host/#x'])
    expect(problem(text)).toMatch(/must not contain \? or #/)
})

test('the first service is “service”; other ids are random and valid slots of the vault', () => {
  expect([createProfileId([]), createProfileId([two])]).toEqual(['service', 'service'])
  const ids = Array.from({ length: 20 }, () => createProfileId([one, two]))
  const serverIds = Array.from({ length: 20 }, createServerId)
  expect(new Set([...ids, ...serverIds]).size).toBe(40)
  for (const id of ids) expect(id).toMatch(profileIdPattern)
  for (const id of serverIds) expect(id).toMatch(openAiProfilePattern)
})

test('a blank name of a service becomes the host, and a name in use is rejected', () => {
  expect(toProfile('service', { ...emptyProfile, baseUrl: ' https://one.example:81/v1 ' })).toEqual({
    id: 'service',
    name: 'one.example:81',
    baseUrl: 'https://one.example:81/v1',
  })
  expect(findNameProblem({ ...two, name: 'One' }, [one, two], 'service')).toMatch(/already used/)
  expect(findNameProblem(one, [one, two], 'service')).toBeUndefined()
})

test('removing the upstream in use switches to the demo; removing another changes nothing else', () => {
  const settings = { services: [one, two], openAiProfiles: [ollama] }
  const upstream = { kind: 'service', profile: two.id } as const
  expect(removeProfile({ ...settings, upstream }, two.id)).toEqual({
    services: [one],
    upstream: { kind: 'demo' },
  })
  expect(removeProfile({ ...settings, upstream }, one.id)).toEqual({ services: [two] })
  expect(removeProfile({ ...settings, upstream: { kind: 'openai', profile: ollama.id } }, ollama.id)).toEqual(
    { openAiProfiles: [], upstream: { kind: 'demo' } },
  )
})

test('“Service” is the service in use, else the one used last, else the first, and null without services', () => {
  const demo = { services: [one, two], openAiProfiles: [ollama], upstream: { kind: 'demo' } as const }
  const inUse = { ...demo, upstream: { kind: 'service', profile: two.id } as const }
  const last = (service: string | null) => ({ service, openai: null })
  expect([
    toChoice('service', inUse, last('service')),
    toChoice('service', demo, last(two.id)),
    toChoice('service', demo, last('service-gone')),
    toChoice('service', { ...demo, services: [] }, last(null)),
    toChoice('vendor', demo, last(null)),
    toChoice('openai', demo, last(two.id)),
  ]).toEqual([
    { kind: 'service', profile: two.id },
    { kind: 'service', profile: two.id },
    { kind: 'service', profile: 'service' },
    null,
    { kind: 'vendor' },
    { kind: 'openai', profile: 'openai-a' },
  ])
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
  const urls = [
    'https://api.groq.com/openai/v1',
    'http://192.168.0.2:1234',
    'https://models.example/v1',
    'http://',
  ]
  expect([emptyServer.baseUrl, ...urls].map((url) => guess(url))).toEqual([
    ...['ollama', 'groq', 'lm-studio', 'other', 'other'],
  ])
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

test('a blank name becomes the server’s, with the host if that is taken; editing keeps all else', () => {
  const texts = { ...emptyServer, baseUrl: 'http://192.168.0.2:11434/v1 ' }
  expect(toServer({ id: 'openai-b' }, texts, [])).toMatchObject({
    id: 'openai-b',
    name: 'Ollama',
    server: 'ollama',
    baseUrl: 'http://192.168.0.2:11434/v1',
    countsTokens: false,
  })
  expect(toServer({ id: 'openai-b' }, texts, [ollama]).name).toBe('Ollama (192.168.0.2:11434)')
  expect(toServer({ id: 'openai-b' }, { ...texts, server: 'other' }, []).name).toBe('192.168.0.2:11434')
  const edited = { server: 'vllm', name: 'Mine', baseUrl: 'http://127.0.0.1:8000/v1' }
  expect(toServer(ollama, edited, [ollama])).toEqual({ ...ollama, ...edited })
})

test('a name in use, and a missing or invalid URL, are rejected at their fields', () => {
  const problems = (changes: object) =>
    findServerProblems('openai-b', { ...emptyServer, ...changes }, [ollama])
  expect(problems({ name: 'Ollama' }).name).toMatch(/already used/)
  expect(problems({ baseUrl: '' }).baseUrl).toBe('is required')
  expect(problems({ baseUrl: 'http://127.0.0.1/v1?key=1' }).baseUrl).toMatch(/must not contain \?/)
})
