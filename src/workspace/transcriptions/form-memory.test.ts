// The memory of a large upload, which is streamed from the disk to the socket.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { makeFolder } from '../workspace.fixture'

const megabyte = 1_048_576

test('an upload of 25 MB adds at most 8 MB of memory', async () => {
  const program = await bundleProgram(new URL('./sent-form.fixture.ts', import.meta.url))
  const folder = makeFolder()
  const [path, small] = [join(folder, 'sound'), join(folder, 'small')]
  writeFileSync(path, Buffer.alloc(25 * megabyte, 7))
  writeFileSync(small, Buffer.alloc(megabyte, 7))
  const server = createServer((request, response) => {
    request.on('end', () => response.end('{"text":""}')).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = startProgram(program, address, path, String(25 * megabyte), small)
  const [output] = await once(child.stdout, 'data')
  const { added } = JSON.parse(String(output))
  expect(added).toBeLessThanOrEqual(8 * megabyte)
}, 60_000)
