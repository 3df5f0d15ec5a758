// The headless gateway as a program: one line on stdout, a graceful end, exit codes that mean something.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'

function startHeadless(...args: string[]) {
  const process_ = spawn(process.execPath, [join(root, 'out', 'main', 'headless.cjs'), ...args], {
    env: { ...process.env, GEN_PLAYGROUND_DEMO_PACE: '200' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: process_.stdout })
  reader.on('line', (line) => lines.push(line))
  let errors = ''
  process_.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return { process: process_, reader, lines, errors: () => errors }
}

test('it prints one line of JSON, finishes a stream that is under way on SIGTERM, and exits 0', async () => {
  const headless = startHeadless('--port', '0', '--key', 'KEY', '--upstream', 'demo')
  await once(headless.reader, 'line')
  const { url, key } = JSON.parse(headless.lines[0] ?? '')
  expect([url, key]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), 'KEY'])

  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const answer = await fetch(`${url}${path}&key=KEY`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }),
  })
  const exit = once(headless.process, 'exit')
  headless.process.kill('SIGTERM')
  expect(await answer.text()).toContain('"finishReason":"STOP"')
  expect(await exit).toEqual([0, null])
  expect(headless.lines).toHaveLength(1)
  expect(headless.errors()).toContain('E6 200')
  expect(headless.errors()).not.toContain('KEY')
})

test('a wrong flag is named on stderr, and the exit code is 2', async () => {
  const headless = startHeadless('--port', 'http')
  const [code] = await once(headless.process, 'exit')
  expect([code, headless.lines]).toEqual([2, []])
  expect(headless.errors()).toContain('--port: must be a port from 0 to 65535, not "http"')
})
