// Runs the lines of each sample, unchanged, against a listening gateway.
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../gateway/clients/coverage.fixture'
import { openDemoGateway } from '../../../gateway/testing/demo-gateway.fixture'
import type { GatewayHandle } from '../../../main/gateway-host/gateway-settings'
import { connectSamples } from './connect'
import { type Program, runSample } from './run-sample.fixture'

/** HTTP headers and URLs allow these characters, shells do not without quotes. */
const key = `a-key-with-'quotes'-and-$HOME-"x"\`id\``
const programTimeout = { timeout: 60_000 }
let gateway: GatewayHandle
let baseUrl = ''

beforeAll(async () => {
  gateway = await openDemoGateway(key)
  baseUrl = (await gateway.address()).url
})
afterAll(() => gateway.close(0))

function write(id: string): string {
  return connectSamples.find((sample) => sample.id === id)!.write({ baseUrl, key })
}

const programs: Readonly<Record<string, Program>> = {
  curl: 'sh',
  python: 'python',
  genai: 'node',
  'generative-ai': 'node',
  'ai-sdk': 'node',
  langchain: 'node',
  openai: 'node',
}

test.each(Object.entries(programs))('%s: its lines get a response', programTimeout, async (id, program) => {
  const result = await runSample(program, write(id), {})
  expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/\w{3}/) })
  expect(result.output).not.toContain('"error"')
})

describe('.env', () => {
  test('its variables have the values of the gateway', () => {
    const plain = connectSamples.find(({ id }) => id === 'env')!.write({ baseUrl, key: 'gp-Az_-09' })
    const expected = { GEMINI_API_KEY: 'gp-Az_-09', OPENAI_BASE_URL: `${baseUrl}/v1` }
    expect(parseEnv(plain)).toMatchObject(expected)
  })

  test('unchanged code connects with them', programTimeout, async () => {
    const environment = {
      GOOGLE_GEMINI_BASE_URL: baseUrl,
      GEMINI_API_KEY: key,
    }
    const names = write('env').match(/^\w+(?==)/gm)
    expect(names).toEqual(expect.arrayContaining(Object.keys(environment)))
    const code = `import { GoogleGenAI } from "@google/genai"
      const { text } = await new GoogleGenAI({}).models.generateContent({ model: "gen-2.5-flash", contents: "Hello" })
      console.log(text)`
    expect(await runSample('node', code, environment)).toMatchObject({ code: 0 })
  })
})

test('every tested SDK has lines', () => {
  expect(connectSamples.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(clients)))
})
