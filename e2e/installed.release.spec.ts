// A Debian package is installed, used by an ordinary user with the sandbox and a real keyring, upgraded and removed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chromium, expect, type Page, test } from '@playwright/test'
import { buildDebianPackage } from '../src/dev/debian-package.mjs'
import { openDesktopSession } from '../src/dev/desktop-session.mjs'
import { findElectron, pinnedVersion, readRuntimeVersion } from '../src/dev/electron-runtime.mjs'
import { packApplication } from '../src/dev/pack-application.mjs'
import { runQuietly } from '../src/dev/run.mjs'
import { isRoot } from '../src/dev/sandbox.mjs'
import { sendEvent, sendJson } from '../src/dev/scripted-upstream.mjs'
import { answers, askInANewChat, finished } from './chat-steps'
import { draw, expectPixels, images, inline, openImages, paint, steps } from './drawing-steps'
import { writeLongConversation } from './long-conversation'
import { openScriptedService, type ScriptedService } from './scripted-service'
import { addService, openSettings } from './settings-steps'

/** Another name than the real package's, which may be installed on this machine. */
const name = 'gen-playground-test'
const versions = ['0.0.1', '0.0.2'] as const
const key = 'key-of-the-installed-test'
const picture = paint({ width: 64, height: 48 }, 0x2f6fde)

/** An ordinary user without privileges, because Chromium has no sandbox for root. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : undefined
const sudo = isRoot ? [] : ['sudo', '-n']

async function findProblem(): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return 'this system has no apt-get.'
  if (!isRoot && (await runQuietly('sudo', ['-n', 'true'])).code !== 0)
    return 'installing a package needs root, or sudo without a password.'
  return undefined
}

async function runAsRoot(...command: string[]): Promise<string> {
  const [program = '', ...args] = [...sudo, ...command]
  const { code, output } = await runQuietly(program, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}

const runApt = (...args: string[]) => runAsRoot('apt-get', '-o', 'DPkg::Lock::Timeout=120', '-y', ...args)

async function buildPackage(folder: string, version: string): Promise<string> {
  const packed = await packApplication({
    electron: await findElectron(),
    folder: join(folder, version),
    changes: { name, version },
  })
  // Compression would take most of the test's time.
  return await buildDebianPackage({ ...packed, target: folder, compression: 'none' })
}

/** Answers with a streamed text, or with a picture if the request is for an image model. */
function scriptAnswers(service: ScriptedService): void {
  service.answer = ({ url }, outgoing) => {
    if (url?.includes('image')) sendJson(outgoing, toResponse(inline(picture), 'STOP'))
    else {
      sendEvent(outgoing, toResponse({ text: 'Streamed ' }))
      sendEvent(outgoing, toResponse({ text: 'by the service.' }, 'STOP'))
      outgoing.end()
    }
  }
}

const toResponse = (part: object, finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts: [part] }, ...(finishReason && { finishReason }) }],
})

async function expectWork(page: Page, prompt: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('navigation', { name: 'Chats' }).getByText(prompt).first().click()
  await expect(finished(page)).toContainText('Streamed by the service.')
  await openImages(page)
  await expect(images(steps(page).last())).toHaveCount(1)
  await expectPixels(steps(page).last().getByRole('img').first(), 64)
}

async function listPictures(dataFolder: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, 'media'), { recursive: true })
  return names.filter((file) => file.endsWith('.png'))
}

const problem = await findProblem()
if (problem) console.log(`The installed application isn’t tested: ${problem}`)
else
  test('installs, works sandboxed with a keyring, upgrades, and is removed without the user’s data', async () => {
    test.slow()
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-packages-'))
    // The ordinary user reads files in it.
    await chmod(folder, 0o755)
    const service = await openScriptedService()
    scriptAnswers(service)
    const session = await openDesktopSession({ alwaysVirtual: true, user })
    const dataFolder = join(session.env.HOME ?? '', '.config', 'Gen Playground')
    // A desktop whose keyring Electron recognizes.
    const sessionEnv = { ...session.env, XDG_CURRENT_DESKTOP: 'GNOME' }
    const start = () => startInstalled(sessionEnv)
    try {
      const older = await buildPackage(folder, versions[0])
      const newer = await buildPackage(folder, versions[1])
      await runApt('install', '--allow-downgrades', older)
      await expectInstalledFiles()

      await test.step('first start: enter a key, stream a response, draw and save an image', async () => {
        const { page, pid, close } = await start()
        const renderers = await readSandboxFacts(pid)
        expect(renderers.length).toBeGreaterThan(0)
        for (const renderer of renderers)
          expect(renderer).toEqual({
            uid: user?.uid ?? process.getuid?.(),
            hasSeccomp: true,
            isInOwnNamespace: true,
            isSandboxOff: false,
          })
        const provider = await openSettings(page, 'Provider')
        await provider.getByRole('radio', { name: 'Custom service' }).click()
        await addService(page, { name: 'Scripted', url: service.url, key })
        await expect(provider.getByText(/stored in .*keyring/i).first()).toBeVisible()
        await askInANewChat(page, 'First question')
        await expect(answers(page)).toContainText('Streamed by the service.')
        await openImages(page)
        await draw(page, 'A blue card')
        await expect(images(steps(page).last())).toHaveCount(1)
        expect(await close()).toBe(0)
        const [file = ''] = await listPictures(dataFolder)
        expect(await readFile(join(dataFolder, 'media', file))).toEqual(picture)
        expect(await readFile(join(dataFolder, 'vault.json'), 'utf8')).not.toContain(key)
      })
      await test.step('the version is printed without a display', async () => {
        const { code, output } = await runQuietly(name, ['--version'], {
          env: { ...sessionEnv, DISPLAY: undefined },
          cwd: '/',
          ...(user && { user }),
        })
        expect([code, output]).toEqual([0, expect.stringMatching(/^Gen Playground \d+\.\d+\.\d+/m)])
      })
      await test.step('second start: both are there, and the key still works', async () => {
        const { page, close } = await start()
        await expectWork(page, 'First question')
        const about = await openSettings(page, 'About')
        await expect(about).toContainText('Debian package')
        await expect(about).toContainText('Sandboxon')
        await expect(about.getByText('which no longer gets security fixes')).toBeVisible({
          visible: (await readRuntimeVersion(await findElectron())) !== (await pinnedVersion()),
        })
        // The desktop starts the application with the file as its argument.
        const file = join(folder, 'My chat.genplayground.json')
        await writeFile(file, writeLongConversation({ title: 'Opened from a file', length: 2, texts: {} }))
        const { code } = await runQuietly(name, [file], { env: sessionEnv, cwd: '/', ...(user && { user }) })
        expect(code).toBe(0)
        await expect(page.getByText('“Opened from a file” imported')).toBeVisible()
        expect(await close()).toBe(0)
      })
      await test.step('upgrade: everything stays, and the key still works', async () => {
        await runApt('install', newer)
        expect(await runAsRoot('dpkg-query', '-W', name)).toContain(versions[1])
        const { page, close } = await start()
        await expectWork(page, 'First question')
        await askInANewChat(page, 'Second question')
        expect(await close()).toBe(0)
      })
      expect(service.received.length).toBeGreaterThanOrEqual(3)
      for (const { path } of service.received) expect(path).toContain(`key=${key}`)

      await runApt('remove', name)
      expect(existsSync(`/usr/lib/${name}`)).toBe(false)
      expect(existsSync(`/usr/bin/${name}`)).toBe(false)
      expect((await listPictures(dataFolder)).length).toBe(1)
      expect(await readdir(dataFolder)).toEqual(expect.arrayContaining(['vault.json', 'workspace.db']))
    } finally {
      service.close()
      await session.close()
      await runApt('purge', name)
      await rm(folder, { recursive: true, force: true })
    }
  })

/** Checks what the package installs: only production files, fuses, and files that desktops read. */
async function expectInstalledFiles(): Promise<void> {
  const folder = `/usr/lib/${name}`
  const files = listPackage(join(folder, 'resources', 'app.asar'), { isPack: false })
  expect(files.filter((file) => /\.map$|\.test\.|fixture|^\/(src|e2e)\b/.test(file))).toEqual([])
  const modules = files.map((file) => /^\/node_modules\/((@[^/]+\/)?[^/]+)$/.exec(file)?.[1])
  expect(modules.filter((module) => module && !module.startsWith('@')).sort()).toEqual([
    'detect-libc',
    'libsql',
  ])
  for (const notice of ['LICENSES.main.md', 'LICENSES.renderer.md', 'LICENSES.chromium.html'])
    expect(existsSync(join(folder, notice))).toBe(true)
  expect(await readFile(`/usr/share/doc/${name}/copyright`, 'utf8')).toContain('MIT License')
  const wire = await getCurrentFuseWire(join(folder, name))
  const isOn = (fuse: FuseV1Options) => String.fromCharCode(Number(wire[fuse])) === '1'
  expect(isOn(FuseV1Options.RunAsNode)).toBe(false)
  expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false)
  expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
  expect(isOn(FuseV1Options.EnableCookieEncryption)).toBe(true)
  expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
  await runAsRoot('desktop-file-validate', `/usr/share/applications/${name}.desktop`)
  await runAsRoot('appstreamcli', 'validate', '--no-net', `/usr/share/metainfo/${name}.metainfo.xml`)
  const globs = await readFile('/usr/share/mime/globs2', 'utf8')
  expect(globs).toContain('80:application/vnd.gen-playground+json:*.genplayground.json')
  for (const size of ['16x16', '32x32', '48x48', '256x256', '512x512'])
    expect(existsSync(`/usr/share/icons/hicolor/${size}/apps/${name}.png`)).toBe(true)
  expect(existsSync(`/usr/share/icons/hicolor/scalable/apps/${name}.svg`)).toBe(true)
}

/** Starts it as an ordinary user, with Chromium's sandbox, and controls it over its debugging port. */
async function startInstalled(env: NodeJS.ProcessEnv) {
  const child = spawn(name, ['--remote-debugging-port=0', '--gateway-port=0'], {
    env: { ...process.env, ...env, ELECTRON_RUN_AS_NODE: undefined },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const address = await readLine(child, /^DevTools listening on (ws:.*)$/)
  child.stderr.resume()
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
async function readSandboxFacts(pid: number): Promise<ProcessFacts[]> {
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
