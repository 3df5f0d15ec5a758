// A second gateway as a separate process: a custom service with the same API.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../src/dev/paths.mjs'

export interface Service {
  url: string
  process: ChildProcess
}

export async function openService(key: string): Promise<Service> {
  const program = join(root, 'out', 'main', 'headless.cjs')
  const service = spawn(process.execPath, [program, '--port', '0', '--key', key], {
    env: { ...process.env, GEN_PLAYGROUND_DEMO_PACE: 'instant' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // A test that fails does not stop it.
  process.once('exit', () => service.kill())
  const [line] = await once(createInterface({ input: service.stdout }), 'line')
  return { url: JSON.parse(String(line)).url, process: service }
}
