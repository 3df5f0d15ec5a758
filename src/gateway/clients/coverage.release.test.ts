// Runs the examples of the README, which need their own processes.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayHandle } from '../../main/gateway-host/gateway-settings'
import { openDemoGateway } from '../testing/demo-gateway.fixture'
import { toneWav } from '../testing/tone.fixture'
import { clients, page, programs } from './coverage.fixture'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

describe('run with the URL and the key inserted,', () => {
  const key = 'local-key-of-this-test'
  let gateway: GatewayHandle
  let url: string
  let folder: string

  beforeAll(async () => {
    gateway = await openDemoGateway(key)
    url = (await gateway.address()).url
    folder = await mkdtemp(join(tmpdir(), 'programs-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await writeFile(join(folder, 'speech.mp3'), toneWav(1))
  })

  afterAll(async () => {
    await gateway.close(0)
    await rm(folder, { recursive: true })
  })

  test.each(Object.values(clients).map((client, index) => [client, programs[index] ?? ''] as const))(
    'the example for %s prints a response',
    async (_, program) => {
      const file = join(folder, `${programs.indexOf(program)}.mjs`)
      await writeFile(file, program.replaceAll('http://127.0.0.1:4715', url).replaceAll('LOCAL_KEY', key))
      const { stdout } = await run(process.execPath, [file], { cwd: folder })
      expect(stdout.trim()).toMatch(/\w{2}/)
    },
    30_000,
  )

  test('the environment variables direct the clients that read them to the gateway', async () => {
    const file = join(folder, 'variables.mjs')
    await writeFile(file, variablesProgram)
    const variables = Object.fromEntries(
      [...page.matchAll(/^([A-Z_]+)=(\S+)$/gm)].map(([, name, value = '']) => [
        name,
        value.replace('http://127.0.0.1:4715', url).replace('LOCAL_KEY', key),
      ]),
    )
    const { stdout } = await run(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, ...variables },
    })
    expect(stdout).toBe('ok ok\n')
  }, 30_000)
})

const variablesProgram = `
import { createReadStream } from 'node:fs'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
const answer = await new GoogleGenAI({}).models.generateContent({ model: 'gen-2.5-flash', contents: 'Hello' })
const heard = await new OpenAI().audio.transcriptions.create({
  model: 'gen-4o-transcribe',
  file: createReadStream('speech.mp3'),
})
console.log(answer.text ? 'ok' : 'nothing', heard.text ? 'ok' : 'nothing')
`
