// A real nginx before gateways: its own configuration in a temporary folder, in turns, nothing buffered.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Nginx {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

/** Gateways are asked in turns; `host` is what they are told, their own where absent. Rejects where nginx is missing, or in nginx's own words where it does not start. */
export async function openNginx(
  gateways: readonly string[],
  { host }: { host?: string } = {},
): Promise<Nginx> {
  const program = findNginx()
  // Paths of sockets have room for about a hundred letters.
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configure({ folder, port, gateways, host }))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await waitUntilOpen(child, port)
  } catch (error) {
    await end(child, folder)
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, port, close: () => end(child, folder) }
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
  throw new Error('nginx is missing: this test needs the Debian package nginx-light (or nginx).')
}

interface Plan {
  readonly folder: string
  readonly port: number
  readonly gateways: readonly string[]
  readonly host: string | undefined
}

/** One process and no daemon, so that whoever started it can end it. */
function configure({ folder, port, gateways, host }: Plan): string {
  const sockets = gateways.map((_, index) => `unix:${join(folder, `${index}.sock`)}`)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n  ')}
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_buffering off;
  proxy_request_buffering off;
  proxy_read_timeout 600s;
  client_max_body_size 0;

  upstream gateways {
    ${sockets.map((socket) => `server ${socket};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://gateways; }
  }
  ${gateways.map((url, index) => toDoor(sockets[index] ?? '', new URL(url).host, host)).join('\n  ')}
}
`
}

/** A gateway answers only to its own Host, and nginx knows which gateway's turn it is only behind the choice. */
function toDoor(socket: string, gateway: string, host = gateway): string {
  return `server {
    listen ${socket};
    location / { proxy_pass http://${gateway}; proxy_set_header Host ${host}; }
  }`
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a server that listens on a port is never a pipe's name.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks again as soon as it was refused, for as long as nginx runs. */
async function waitUntilOpen(child: ChildProcess, port: number): Promise<void> {
  let words = ''
  let failure: Error | undefined
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  child.on('error', (error) => {
    failure = error
  })
  while (!(await canConnect(port))) {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${words}`)
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
