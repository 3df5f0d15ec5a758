// Runs the curl sample of every endpoint in a shell.
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCurl } from '#gateway/testing/curl-sample.fixture'
import { type EndpointId, endpointList } from '#shared/endpoints/endpoints'
import type { GatewayHandle } from '../main/gateway-host/gateway-settings'
import { openDemoGateway } from './testing/demo-gateway.fixture'
import { toneWav } from './testing/tone.fixture'

const run = promisify(execFile)
const key = "a-key-with-a-'quote"
let gateway: GatewayHandle
let target = { baseUrl: '', key, file: '' }

beforeAll(async () => {
  gateway = await openDemoGateway(key)
  const file = join(await mkdtemp(join(tmpdir(), 'speech with spaces ')), 'speech.wav')
  await writeFile(file, toneWav(1))
  target = { baseUrl: (await gateway.address()).url, key, file }
})

afterAll(() => gateway.close(0))

const answered: Partial<Record<EndpointId, RegExp>> = {
  E1: /^\{"text":"/,
  E3: /"inlineData":\{"mimeType":"image\/png","data":"/,
  E5: /^data: \{.*"thought":true/,
  E6: /^data: \{/,
  E7: /"inlineData":\{"mimeType":"image\/png","data":"/,
  E8: /"functionCall":\{.*"city":"Lisbon"/,
  E10: /^\{"name":"operations\/[a-z0-9]+"\}/,
  E12: /"inlineData":\{"mimeType":"image\/png","data":"/,
  E13: /"urlContextMetadata"/,
  E14: /^\{"embedding":\{"values":\[/,
  E16: /"inlineData":\{"mimeType":"image\/png","data":"/,
}

test.each(endpointList)('%s: its curl sample works', async (id, endpoint) => {
  const { stdout } = await run('sh', ['-c', toCurl(endpoint, target)], { maxBuffer: 64 * 1024 * 1024 })
  expect(stdout).not.toContain('"error"')
  expect(removeWhitespace(stdout).slice(0, 20_000)).toMatch(
    answered[id] ?? /"candidates":\[\{.*"finishReason":"STOP"/,
  )
})

/** Removes the line breaks and indentation of JSON. */
function removeWhitespace(json: string): string {
  return json.replace(/\n\s*/g, '').replaceAll('": ', '":')
}
