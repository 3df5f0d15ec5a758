// Starts the installed application as an ordinary user, with Chromium's sandbox, and controls it over its debugging port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import type { User } from '../src/dev/run.mjs'

interface StartOptions {
  readonly command: string
  readonly env: NodeJS.ProcessEnv
  readonly user: User | undefined
}

export async function startInstalled({ command, env, user }: StartOptions) {
  const child = spawn(command, ['--remote-debugging-port=0', '--gateway-port=0'], {
    env: { ...process.env, ...env, ELECTRON_RUN_AS_NODE: undefined },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const address = await readLine(child, /^DevTools listening on (ws:.*)$/)
  child.stderr?.resume()
  const browser = await chromium.connectOverCDP(address, { noDefaults: true, isLocal: true })
  const [context] = browser.contexts()
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
  if (!page || child.pid === undefined) throw new Error('The application has no window.')
  await page.getByRole('button', { name: 'Settings', exact: true }).waitFor()
  const exited = once(child, 'exit')
  /** Closes the window, and resolves with the exit code once the application has quit. */
  const close = async (): Promise<number | null> => {
    await page.evaluate(() => window.close()).catch(() => undefined)
    const [code] = await exited
    return code
  }
  return { page, pid: child.pid, close }
}

async function readLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  const lines: string[] = []
  if (!child.stderr) throw new Error('The program has no output.')
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line)
    const found = pattern.exec(line)?.[1]
    if (found) return found
  }
  throw new Error(`The application ended before it was ready:\n${lines.join('\n')}`)
}

interface ProcessFacts {
  uid: number
  hasSeccomp: boolean
  isInOwnNamespace: boolean
  isSandboxOff: boolean
}

/** The processes of the application's pages, as the kernel reports them. */
export async function readSandboxFacts(pid: number): Promise<ProcessFacts[]> {
  const facts: ProcessFacts[] = []
  for (const id of await listDescendants(pid)) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    const read = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
    if (!command.includes('--type=renderer')) continue
    facts.push({
      uid: Number(read('Uid').split(/\s/)[0]),
      hasSeccomp: read('Seccomp') === '2',
      isInOwnNamespace: read('NSpid').split(/\s/).length > 1,
      isSandboxOff: command.includes('--no-sandbox'),
    })
  }
  return facts
}

async function listDescendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isDescendant = (id: number | undefined): boolean =>
    id !== undefined && id > 0 && (id === pid || isDescendant(parents.get(id)))
  return [...parents.keys()].filter(isDescendant)
}
