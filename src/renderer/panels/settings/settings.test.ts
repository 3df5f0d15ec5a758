// The forms and sections of Settings: what is typed, found, and said about it.
import { expect, test } from 'vitest'
import { type KeyStatus, keyStates } from '#shared/schemas/key-status'
import type { CheckedPart, UpstreamReport } from '#shared/schemas/upstream'
import { isOlderVersion } from './about/build-details'
import { findFocusFallback } from './focus'
import { findOriginProblem, toEnvironmentLines, toOrigin } from './gateway/GatewaySection'
import { describeUnreadableKey } from './KeyFileNotice'
import { clearSecret, describeKey, useSecretInputs, writeSecret } from './keys'
import { describeCertificate, toCommonName } from './network/NetworkSection'
import { completeProxy, parseBypass, splitProxy } from './network/parse-proxy'
import { findUnits, toWords } from './SettingsSearch'
import { differsFromSaved, discardDraft, fillForm, useSettingsDrafts, writeField } from './settings-form'
import { listLanguages } from './spelling/language-names'
import { listProblems, toCapabilities } from './welcome/CheckSummary'

test('a draft stays with its form until it is discarded', () => {
  writeField('vendor', 'geminiUrl', 'https://half')
  writeField('limits', 'jsonMegabytes', '7')
  writeField('vendor', 'openAiUrl', 'https://whole.example')
  const limits = { jsonMegabytes: '7' }
  expect(useSettingsDrafts.getState().drafts).toEqual({
    vendor: { geminiUrl: 'https://half', openAiUrl: 'https://whole.example' },
    limits,
  })
  discardDraft('vendor')
  expect(useSettingsDrafts.getState().drafts).toEqual({ limits })
})

test('a field without a draft follows the saved settings, and one that is equal to them is no change', () => {
  expect(fillForm({ name: 'New name', url: 'https://saved' }, { url: 'https://typed' })).toEqual({
    name: 'New name',
    url: 'https://typed',
  })
  const differs = (draft?: Record<string, string>) => differsFromSaved({ name: 'A', url: '' }, draft)
  expect([differs(), differs({ name: ' A ' }), differs({ url: '  ' })]).toEqual([false, false, false])
  expect([differs({ name: 'B' }), differs({ url: 'x' })]).toEqual([true, true])
})

test('a search finds settings by labels, hints and keywords, and all of a section by its title', () => {
  const gateway = {
    section: 'gateway',
    header: 'Gateway Use the same models from your own scripts and SDKs at this local address.',
    units: [
      { id: 'port', text: 'Port Use 0 for any free port. Save port' },
      { id: 'allowed-origins', text: 'Allowed origins Websites can’t call the gateway.' },
      { id: 'log-bodies', text: 'Log bodies Turn this off to log only headers, sizes, and times.' },
      { id: undefined, text: 'Environment variables' },
    ],
  } as const
  const find = (search: string) => [...findUnits(gateway, toWords(search))].join('')
  const queries = [
    'Port',
    'headers',
    'cors',
    'environment',
    'LOG off',
    'gateway bodies',
    'log cors',
    'nothing',
  ]
  expect(queries.map(find)).toEqual(['0', '2', '1', '3', '2', '2', '', ''])
  // Also by a setting that is collapsed now.
  expect(['gateway', 'local address', 'retention'].map(find)).toEqual(['0123', '0123', '0123'])
})

test('after its control disappears, the focus moves within the narrowest group that still has any', () => {
  const order = ['input', 'add', 'remove a', 'remove b', 'next section']
  const find = (lost: string, ...groups: string[][]) => findFocusFallback(order, lost, groups)
  expect([
    find('remove b', [], ['remove a'], ['input', 'remove a']),
    find('remove a', ['remove b', 'next section']),
    find('remove a', [], []),
  ]).toEqual(['remove a', 'remove b', undefined])
  // A control that replaced the lost one.
  expect(findFocusFallback(['name', 'cancel'], 'cancel', [[], ['add a service', 'test']])).toBe(
    'add a service',
  )
})

const statusOf = (change: Partial<KeyStatus>): KeyStatus => ({
  state: 'ready',
  usable: true,
  backend: 'gnome-libsecret',
  origins: ['https://old.example'],
  blockedOrigins: [],
  isFileReadable: true,
  ...change,
})

test('a key’s state says whether it is lost on quitting, and whether it is sent to the current URL', () => {
  const descriptions = keyStates.flatMap((state) =>
    [true, false].map((usable) => describeKey(statusOf({ state, usable })).brief),
  )
  const [session, keyring] = ['Stored for this session only', 'Stored in the GNOME keyring']
  expect(descriptions).toEqual([
    ...[session, 'Not set', keyring, keyring, session, 'Can’t be read', session, 'Not set'],
  ])
  expect(describeKey(statusOf({ blockedOrigins: ['https://new.example'] }))).toEqual({
    brief: 'Entered for another URL',
    tone: 'warn',
  })
})

test('an unreadable local key is said to work only if its hash is known', () => {
  const [accepted, rejected] = [true, false].map((isSavedLocalKeyAccepted) =>
    describeUnreadableKey({ problem: null, isSavedLocalKeyAccepted }),
  )
  expect([accepted, rejected]).toEqual([
    expect.stringContaining('scripts that use it keep working'),
    expect.stringContaining('are rejected'),
  ])
})

test('a typed secret stays until it is cleared, and nothing of it remains then', () => {
  writeSecret('gemini', 'half')
  writeSecret('proxy password', 'pass:word')
  clearSecret('gemini')
  expect(useSecretInputs.getState()).toEqual({ 'proxy password': 'pass:word' })
  clearSecret('proxy password')
  expect(useSecretInputs.getState()).toEqual({})
})

test('each family of SDKs gets its base URL and the local key, in the syntax of the shell', () => {
  const gateway = { url: 'http://127.0.0.1:4715', key: 'k' }
  expect(toEnvironmentLines({ ...gateway, platform: 'linux' })).toEqual([
    'export GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:4715"',
    'export GEMINI_API_KEY="k"',
    'export OPENAI_BASE_URL="http://127.0.0.1:4715/v1"',
    'export OPENAI_API_KEY="k"',
  ])
  expect(toEnvironmentLines({ ...gateway, platform: 'win32' })[1]).toBe('$env:GEMINI_API_KEY = "k"')
})

test('a URL is reduced to the origin that a browser sends, once, and anything else is rejected', () => {
  const typed = [' http://localhost:5173/page?x=1 ', 'https://Example.com:443']
  expect(typed.map(toOrigin)).toEqual(['http://localhost:5173', 'https://example.com'])
  const problem = (text: string) => findOriginProblem(text, ['http://localhost:80'])
  expect(typed.map(problem)).toEqual([undefined, undefined])
  for (const text of ['localhost:5173', '*', 'file:///tmp'])
    expect(problem(text)).toMatch(/must be an origin/)
  expect(findOriginProblem('http://localhost:5173/', ['http://localhost:5173'])).toMatch(/already/)
})

test('a username and a password are extracted from a pasted proxy URL, which else stays as it is typed', () => {
  const toParts = (text: string) => {
    const { url, credentials } = splitProxy(text)
    return [url, credentials?.name, credentials?.password]
  }
  expect(
    [
      'http://ada:secret@host:8080',
      ' socks5://ada:p%40ss%3Aword@host:1080/ ',
      'ada:secret@host:8080',
      'http://ada:p@ss:word@host',
      'http://ada@host:1',
      'http://ada:100%@host',
    ].map(toParts),
  ).toEqual([
    ['http://host:8080', 'ada', 'secret'],
    ['socks5://host:1080/', 'ada', 'p@ss:word'],
    ['host:8080', 'ada', 'secret'],
    ['http://host', 'ada', 'p@ss:word'],
    ['http://host:1', 'ada', ''],
    ['http://host', 'ada', '100%'],
  ])
  for (const text of ['http://ho', 'http://host:8080', ' '])
    expect(splitProxy(text)).toEqual({ url: text, credentials: null })
})

test('a proxy without a scheme is an HTTP proxy, and bypassed hosts are separated by lines or commas', () => {
  expect([' host:8080', 'socks5://host', ''].map(completeProxy)).toEqual([
    'http://host:8080',
    'socks5://host',
    '',
  ])
  const bypass = parseBypass('localhost\n*.example.com, 10.0.0.0/8\n\nlocalhost')
  expect(bypass).toEqual(['localhost', '*.example.com', '10.0.0.0/8'])
})

test('a certificate is expired, expires soon, or is valid, and is shown by its common name', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const describe = (days: number) => describeCertificate(now + days * 86_400_000, now).tone
  expect([-1, 10, 400].map(describe)).toEqual(['danger', 'warn', 'quiet'])
  const subjects = ['CN=Root', 'C=DE\nO=Example\nCN=Example Root', 'O=Example, CN=Root 2', 'O=Only']
  expect(subjects.map(toCommonName)).toEqual(['Root', 'Example Root', 'Root 2', 'O=Only'])
})

test('languages are listed with selected ones first, and found by every word of name or code', () => {
  const list = (first: string[], filter: string) =>
    listLanguages(['bg', 'de', 'en-GB', 'en-US', 'fr'], { first, filter }).join(' ')
  expect(list(['fr'], '')).toBe('fr bg en-GB en-US de')
  expect(['states ENGL', 'en-gb', 'klingon'].map((filter) => list(['fr'], filter))).toEqual([
    'en-US',
    'en-GB',
    '',
  ])
})

test.each([
  ['25.1.1', '45.4.1', true],
  ['45.4.0', '45.4.1', true],
  ['9.9.9', '10.0.0', true],
  ['45.4.1', '45.4.1', false],
  ['46.0.0-beta.1', '45.9.9', false],
])('Electron %s is older than %s: %s', (version, other, isOlder) => {
  expect(isOlderVersion(version, other)).toBe(isOlder)
})

const part = (name: CheckedPart['part'], verdict: CheckedPart['verdict']): CheckedPart => ({
  part: name,
  verdict,
  finding: verdict === 'key' ? 'API key rejected' : '',
  advice: '',
  milliseconds: 120,
  detail: '',
  request: 'GET /v1beta/models',
})
const listCapabilities = (report: UpstreamReport) =>
  toCapabilities(report, { models: [] }).map(({ name, mark, finding }) => `${name}: ${finding} (${mark})`)

test('a Gemini key alone makes everything available whose models it lists, but no transcription', () => {
  const known = { 'gen-2.5-flash': true, 'gen-2.5-pro': true, 'gen-2.5-flash-image': false }
  const models = Object.entries(known).map(([id, known]) => ({ id, upstreamId: id, known }))
  const report = { parts: [part('gemini', 'working'), part('openai', 'no-key')], models }
  expect(listCapabilities(report)).toEqual([
    'Chat: 2 models (ok)',
    'Images: No model found (warn)',
    'Video: Working (ok)',
    'Embeddings: Working (ok)',
    'Transcription: Needs an OpenAI API key (none)',
  ])
  expect(listProblems(report)).toEqual([])
})

test('a rejected key makes nothing available, and is the problem', () => {
  const report = { parts: [part('gemini', 'key'), part('openai', 'working')], models: [] }
  const rejected = ['Chat', 'Images', 'Video', 'Embeddings'].map((name) => `${name}: API key rejected (bad)`)
  expect(listCapabilities(report)).toEqual([...rejected, 'Transcription: Working (ok)'])
  expect(listProblems(report).map((each) => each.part)).toEqual(['gemini'])
})
