// Checks that the gateway's benchmark measures everything, and leaves no process behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { cacheFolder, root } from '../paths.mjs'
import { measureGateway } from './gateway.mjs'
import { withProcesses } from './gateway-subjects.mjs'

test('measures every row with a short round', { timeout: 120_000 }, async () => {
  const rows = await measureGateway({ rounds: 1, milliseconds: 20, programs: await buildPrograms() })
  const targets = Object.fromEntries(rows.map(({ name, target }) => [name, target]))
  expect(targets).toEqual({
    'requests/s at 32 callers': '≥ 0.75',
    'CPU per request at 32 callers (µs)': '≤ 1.5',
    'added p50 of one caller (µs)': '≤ 1.5',
    'streamed events/s': '≥ 0.5',
    'added p99 of 50 streams (µs)': '≤ 1.5',
    'CPU per chunk of 50 streams (µs)': null,
    '4 MB of JSON (MB/s)': '≥ 0.9',
    '20 MB upload (MB/s)': '≥ 0.9',
    'peak memory growth of 4 × 20 MB uploads': '≤ 16',
    'abort before the response reaches the upstream': '≤ 5',
    'abort of a stream reaches the upstream': '≤ 5',
    'requests/s with the request log': '≥ 0.9',
    'CPU per request with the request log (µs)': null,
  })
  // Processor time and memory are known on Linux only, and noise can hide an added latency.
  for (const { name, measured } of rows)
    if (!/added|CPU|memory/.test(name)) expect([name, Number(measured) > 0]).toEqual([name, true])
  for (const { name, compared } of rows)
    if (/streamed|JSON|upload \(/.test(name))
      expect(compared).toMatchObject({ gateway: expect.any(Number), undici: expect.any(Number) })
})

/** The gateway's programs alone, so that the test needs no build of the whole application. */
async function buildPrograms(): Promise<string> {
  const folder = join(cacheFolder, 'bench-test')
  const source = (...path: string[]) => join(root, 'src', ...path)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node18',
      rollupOptions: {
        input: {
          headless: source('main', 'headless', 'headless.ts'),
          'body-worker': source('gateway', 'server', 'body-worker.ts'),
          'gateway-worker': source('main', 'gateway-host', 'gateway-worker.ts'),
          'log-worker': source('main', 'log-worker.ts'),
        },
        external: ['libsql'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
    ssr: { noExternal: true },
  })
  return folder
}

const wait = 'setInterval(() => {}, 1000)'

test('ends its processes and removes its folder after an error', async () => {
  let folder = ''
  let child: ChildProcess | undefined
  const failed = withProcesses(async (processes) => {
    folder = processes.folder
    child = processes.start('waits', [process.execPath, '-e', wait])
    await once(child, 'spawn')
    expect(existsSync(folder)).toBe(true)
    throw new Error('failed')
  })
  await expect(failed).rejects.toThrow('failed')
  if (child && child.signalCode === null) await once(child, 'exit')
  expect([child?.signalCode, existsSync(folder)]).toEqual(['SIGKILL', false])
})

test('names a process that ends before it is ready, with its last lines', async () => {
  const failed = withProcesses(async (processes) => {
    const child = processes.start('breaks', [process.execPath, '-e', 'throw new Error("no port")'], {
      ipc: true,
    })
    await processes.waitFor('breaks', child, once(child, 'message'))
  })
  await expect(failed).rejects.toThrow(/breaks ended before it was ready[\s\S]*no port/)
})

test.skipIf(process.platform === 'win32')('ends its processes when it is interrupted', async () => {
  // The connection of a process closes when it ends.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const subjects = JSON.stringify(new URL('gateway-subjects.mjs', import.meta.url).href)
  const connects = JSON.stringify(`require('node:net').connect(${port}, '127.0.0.1').resume()`)
  const script = `
    const { withProcesses } = await import(${subjects})
    await withProcesses(async (processes) => {
      processes.start('connects', [process.execPath, '-e', ${connects}])
      process.send(processes.folder)
      await new Promise(() => ${wait})
    })`
  const bench = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const connected = once(server, 'connection')
  const [folder] = await once(bench, 'message')
  const [socket] = await connected
  socket.resume().on('error', () => {})
  const closed = once(socket, 'close')
  bench.kill('SIGINT')
  const [code] = await once(bench, 'exit')
  expect([code, existsSync(folder)]).toEqual([130, false])
  await closed
  server.close()
})
