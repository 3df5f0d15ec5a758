// Choosing an upstream by its kind.
import { expect, test } from 'vitest'
import { OpenAiProfile } from '#shared/schemas/openai-profile'
import { toChoice } from './upstream-choice'

const services = [
  { id: 'service', name: 'One', baseUrl: 'https://one.example' },
  { id: 'service-b', name: 'Two', baseUrl: 'https://two.example' },
]

const openAiProfiles = [
  OpenAiProfile.parse({
    id: 'openai-a',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    server: 'ollama',
  }),
]

const last = (service: string | null) => ({ service, openai: null })

test('“Service” is the service in use, else the one used last, else the first, and null without services', () => {
  const demo = { services, openAiProfiles, upstream: { kind: 'demo' } as const }
  const inUse = { ...demo, upstream: { kind: 'service', profile: 'service-b' } as const }
  expect([
    toChoice('service', inUse, last('service')),
    toChoice('service', demo, last('service-b')),
    toChoice('service', demo, last('service-gone')),
    toChoice('service', demo, last(null)),
    toChoice('service', { ...demo, services: [] }, last(null)),
    toChoice('vendor', demo, last(null)),
    toChoice('openai', demo, last('service-b')),
  ]).toEqual([
    { kind: 'service', profile: 'service-b' },
    { kind: 'service', profile: 'service-b' },
    { kind: 'service', profile: 'service' },
    { kind: 'service', profile: 'service' },
    null,
    { kind: 'vendor' },
    { kind: 'openai', profile: 'openai-a' },
  ])
})
