// Adding, editing and removing services.
import { expect, test } from 'vitest'
import { profileIdPattern } from '#shared/schemas/upstream'
import { createProfileId, emptyProfile, findNameProblem, removeProfile, toProfile } from './profiles'

const one = { id: 'service', name: 'One', baseUrl: 'https://one.example' }
const two = { id: 'service-ab12cd34', name: 'Two', baseUrl: 'https://two.example' }

test('the first id is “service”; the others are random and valid slots of the vault', () => {
  expect(createProfileId([])).toBe('service')
  expect(createProfileId([two])).toBe('service')
  const ids = Array.from({ length: 50 }, () => createProfileId([one, two]))
  expect(new Set(ids).size).toBe(50)
  for (const id of ids) expect(id).toMatch(/^service-[a-z0-9]{8}$/)
  for (const id of ids) expect(id).toMatch(profileIdPattern)
})

test('a blank name becomes the host, and a blank transcription URL is omitted', () => {
  expect(toProfile('service', { ...emptyProfile, baseUrl: ' https://one.example:81/v1 ' })).toEqual({
    id: 'service',
    name: 'one.example:81',
    baseUrl: 'https://one.example:81/v1',
  })
})

test('a second service of the same name is rejected, and saving one under its own name is not', () => {
  expect([
    findNameProblem({ ...two, name: 'One' }, [one, two], 'service'),
    findNameProblem(one, [one, two], 'service'),
  ]).toEqual(['is already used by another service', undefined])
})

test('removing the service in use switches to the demo; removing another changes nothing else', () => {
  const settings = {
    services: [one, two],
    openAiProfiles: [],
    upstream: { kind: 'service', profile: two.id } as const,
  }
  expect([removeProfile(settings, two.id), removeProfile(settings, one.id)]).toEqual([
    { services: [one], upstream: { kind: 'demo' } },
    { services: [two] },
  ])
})
