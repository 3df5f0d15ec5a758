// A real nginx in front of gateways, with the configuration from the README.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Nginx {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

/** URLs of the two gateways in the README. */
type Gateways = readonly [string, string]

/**
 * Gateways are used in turns; `transform` modifies the configuration.
 * Rejects if nginx is missing, or with nginx's own message if it does not start.
 */
export async function openNginx(
  gateways: Gateways,
  transform: (snippet: string) => string = (snippet) => snippet,
): Promise<Nginx> {
  const program = findNginx()
  const snippet = transform(await readSnippet())
  // Socket paths are limited to about a hundred characters.
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, toConfigFile(folder, replaceAddresses(snippet, { folder, port, gateways })))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await waitUntilOpen(child, port)
  } catch (error) {
    await end(child, folder)
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, port, close: () => end(child, folder) }
}

/** Reads the nginx configuration from the README. */
async function readSnippet(): Promise<string> {
  const readme = await readFile(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
  const snippet = /^```nginx\n(.+?)^```$/ms.exec(readme)?.[1]
  if (snippet === undefined) throw new Error('README.md has no block of nginx’s configuration.')
  return snippet
}

function findNginx(): string {
  const folders = [
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
    ...(process.env.PATH ?? '').split(':'),
  ]
  const program = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
  if (program) return program
  throw new Error('nginx is missing: this test needs it (Debian: apt-get install nginx-light).')
}

interface NginxPaths {
  readonly folder: string
  readonly port: number
  readonly gateways: Gateways
}

/** Replaces the addresses by the ports and sockets of the test; throws for any other address. */
function replaceAddresses(snippet: string, { folder, port, gateways }: NginxPaths): string {
  const replacements: Readonly<Record<string, string>> = {
    '127.0.0.1:8080': `127.0.0.1:${port}`,
    '127.0.0.1:4715': new URL(gateways[0]).host,
    '127.0.0.1:4716': new URL(gateways[1]).host,
    'unix:/run/gen-a.sock': `unix:${join(folder, 'a.sock')}`,
    'unix:/run/gen-b.sock': `unix:${join(folder, 'b.sock')}`,
  }
  return snippet.replace(/127\.0\.0\.1:\d+|unix:[^;]+/g, (address) => {
    const replacement = replacements[address]
    if (replacement === undefined)
      throw new Error(`README.md names ${address}, which this test has no place for.`)
    return replacement
  })
}

/** Adds the rest of Debian's configuration; a single process and no daemon, so that the test can stop it. */
function toConfigFile(folder: string, snippet: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n  ')}
${snippet}}
`
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address is a string only for pipes.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Tries to connect until it works or nginx exits. */
async function waitUntilOpen(child: ChildProcess, port: number): Promise<void> {
  let stderr = ''
  let failure: Error | undefined
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.on('error', (error) => {
    failure = error
  })
  while (!(await canConnect(port))) {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${stderr}`)
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
}
