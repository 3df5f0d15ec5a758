// Code samples of requests without a body, and of those whose key must be in a header, run against a real gateway.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { localKey, openTestGateway, type TestGateway } from '../../../gateway/testing/test-gateway.fixture'
import { toneWav } from '../../../gateway/testing/tone.fixture'
import { toCurl } from './curl'
import { toFetch } from './fetch'
import { toPython } from './python'
import { runSample, runSamples } from './run-sample.fixture'
import { keyVariable } from './sample-request'

let gateway: TestGateway

beforeAll(async () => {
  const send = createDemoService({ pace: 'instant' })
  gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
})
afterAll(() => gateway.close())

const kinds = [
  ['curl', toCurl, 'sh'],
  ['fetch', toFetch, 'node'],
  ['Python', toPython, 'python'],
] as const
const prompt = '{"contents":[{"parts":[{"text":"Hi."}]}]}'
const requests = [
  ['GET', '/v1beta/models?pageSize=1', '', {}],
  ['DELETE', '/v1beta/files/none', '', {}],
  ['POST', '/v1beta/models/gen-2.5-pro:countTokens', prompt, {}],
  ['POST', '/v1beta/models/gen-2.5-pro:countTokens', prompt, { 'x-demo': 'fail=429' }],
] as const

test.each(kinds)(
  '%s sends requests with their headers, and the key in a header',
  { timeout: 60_000 },
  async (_kind, write, program) => {
    const codes = requests.flatMap(([method, path, body, headers]) =>
      [null, localKey].map((key) => {
        const sample = { method, path, body, media: [], keyIn: 'header' as const, headers }
        const code = write(sample, { baseUrl: gateway.url, key })
        expect(code.split('\n').filter((line) => /[?&]key=/.test(line))).toEqual([])
        expect(code.includes(keyVariable)).toBe(key === null)
        return code
      }),
    )
    const results = await runSamples(program, codes, { [keyVariable]: localKey })
    // Answers of the provider or the gateway, not complaints about the key.
    const answers = [/models/, /the File none/, /totalTokens/, /"code": ?429/]
    for (const [index, { output, errors }] of results.entries())
      expect(output + errors).toMatch(answers[Math.floor(index / 2)] ?? '')
    expect(results).toHaveLength(2 * answers.length)
  },
)

test('curl sends a form with its file, and the key where transcriptions accept it', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'speech with spaces ')), 'speech.wav')
  await writeFile(file, toneWav(1))
  const form = [
    ['model', 'gen-4o-transcribe'],
    ['prompt', 'It\'s "quoted",\nin two lines'],
    ['file', `@${file}`],
  ] as const
  const request = { method: 'POST', path: '/v1/audio/transcriptions', body: '', media: [], form }
  for (const key of [null, localKey]) {
    const code = toCurl({ ...request, keyIn: 'bearer' }, { baseUrl: gateway.url, key })
    const { output } = await runSample('sh', code, key === null ? { [keyVariable]: localKey } : {})
    expect(output).toContain('in two lines”')
  }
})
