// A start that fails: a page explains why, and offers safe mode and, for a damaged database, the last snapshot.
import { cp, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { findElectron } from '../src/dev/electron-runtime.mjs'
import { outFolder, root } from '../src/dev/paths.mjs'
import { startBytes, sumBytes } from '../src/dev/start-bytes.mjs'
import { saveDailySnapshot } from '../src/workspace/database/daily-snapshots'
import { closeDatabase, databaseIn, openDatabase } from '../src/workspace/database/database'
import { holdLock } from '../src/workspace/database/lock-holder.fixture'
import { expectNoViolations } from './accessibility'
import { endRelaunched, findMain } from './find-main'
import { start } from './launch'

const couldNotStart = 'Gen Playground couldn’t start'
const tryAgain = 'Try again'
const safeMode = 'Start without my data'
const restore = 'Restore the last snapshot…'

interface StartOptions {
  args?: string[]
  userDataFolder?: string
}

/** The application in a data folder of its own, whether or not it can start. */
class Starts {
  readonly folder: string
  readonly #parent: string
  #copy = ''
  #electron: ElectronApplication | undefined

  constructor(parent: string) {
    this.#parent = parent
    this.folder = join(parent, 'data')
  }

  get electron(): ElectronApplication {
    if (!this.#electron) throw new Error('The application is not running.')
    return this.#electron
  }

  /** Copies the built application, so that a test can remove or replace files of it. Later starts use the copy. */
  async copyApplication(): Promise<string> {
    this.#copy = await copyApplication()
    return join(this.#copy, 'resources', 'app')
  }

  /** Does not wait for the window. */
  async launch({ args = [], userDataFolder = this.folder }: StartOptions = {}): Promise<ElectronApplication> {
    const executable = this.#copy ? join(this.#copy, 'electron') : undefined
    const outputFolder = join(this.#parent, 'output')
    this.#electron = await start({ userDataFolder, outputFolder, args, env: {}, executable })
    return this.#electron
  }

  /** Returns the first window's page. */
  async open(options?: StartOptions): Promise<Page> {
    return (await this.launch(options)).firstWindow()
  }

  /** Waits until the process has ended. */
  async close(): Promise<void> {
    await this.#electron?.close()
  }

  async remove(): Promise<void> {
    for (const created of [this.#parent, this.#copy])
      if (created) await rm(created, { recursive: true, force: true, maxRetries: 5 })
  }
}

const test = base.extend<{ starts: Starts }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  starts: async ({}, use) => {
    const starts = new Starts(await mkdtemp(join(tmpdir(), 'start ')))
    await mkdir(starts.folder)
    await use(starts)
    await starts.close().catch(() => undefined)
    await starts.remove()
  },
})

/** The folder of the copy has an executable that runs it. */
async function copyApplication(): Promise<string> {
  const electron = dirname(await findElectron())
  // On the same disk, so that the executable can be linked: it looks for its files beside its real path.
  const folder = await mkdtemp(join(dirname(electron), 'copy of electron '))
  const app = join(folder, 'resources', 'app')
  await mkdir(app, { recursive: true })
  const linkAll = async (from: string, to: string, except: readonly string[]) => {
    const names = (await readdir(from)).filter((name) => !except.includes(name))
    await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))))
  }
  await linkAll(electron, folder, ['resources', 'electron'])
  await linkAll(join(electron, 'resources'), join(folder, 'resources'), ['app'])
  await link(join(electron, 'electron'), join(folder, 'electron'))
  await linkAll(root, app, ['out', 'test-results'])
  await cp(join(root, 'out'), join(app, 'out'), { recursive: true })
  return folder
}

/** A database with one chat. */
function makeDatabase(folder: string): void {
  const connection = openDatabase({ file: databaseIn(folder), appVersion: '0.0.9' })
  connection.run(
    `INSERT INTO conversations (id, title, parameters, created_at, updated_at)
      VALUES ('c', 'Rivers of Europe', '{"model":"gen-2.5-flash"}', 1, 2)`,
  )
  closeDatabase(connection)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notADatabase = 'not a database '.repeat(500)

test('a damaged database is explained, and replaced by its last snapshot that is intact', async ({
  starts,
}) => {
  const { folder } = starts
  const file = databaseIn(folder)
  makeDatabase(folder)
  const day = 24 * 60 * 60 * 1000
  saveDailySnapshot(file, Date.now() - 2 * day)
  const newer = saveDailySnapshot(file, Date.now() - day) ?? ''
  await writeFile(newer, (await readFile(newer)).fill(0xa5, 4096))
  await writeFile(file, notADatabase)
  const page = await starts.open()
  await expect(heading(page)).toHaveText(couldNotStart)
  await expect(page.getByRole('alert')).toContainText('The database with your chats and settings is damaged.')
  await expect(button(page, restore)).toBeFocused()
  await expect(page.getByText(folder, { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Log' })).toHaveValue(
    /Couldn’t start\n.*ApiError INTERNAL\n/,
  )
  await page.getByText('Technical details').click()
  await expect(page.getByRole('textbox', { name: 'Technical details' })).toHaveValue(/file is not a database/)
  await expectNoViolations(page, 'the page of a failed start')
  // By keyboard, the confirmation can be opened and canceled.
  await button(page, restore).focus()
  await page.keyboard.press('Enter')
  const confirmation = page.getByRole('dialog', { name: /^Restore the snapshot from / })
  await expect(confirmation).toBeVisible()
  await expectNoViolations(page, 'the confirmation')
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await button(page, restore).click()
  await button(page, 'Restore snapshot').click()
  await expect(page.getByRole('alert')).toHaveText('The snapshot is damaged, too. Restore the one before it.')
  expect(await readFile(file, 'utf8')).toBe(notADatabase)
  await button(page, restore).click()
  await expect(confirmation).toContainText('It was saved by version 0.0.9.')
  await button(page, 'Restore snapshot').click()
  await expect(button(page, 'Rivers of Europe')).toBeVisible()
  const [replaced = ''] = (await readdir(folder)).filter((name) => name.startsWith('workspace-replaced-'))
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The last snapshot was restored.' }),
  ).toContainText(`The replaced database is ${replaced} in the data folder.`)
  expect(await readFile(join(folder, replaced), 'utf8')).toBe(notADatabase)

  // A damaged part that is found later leads to the same page; the data can still be opened.
  await starts.close()
  const again = await starts.open({ args: ['--repair'] })
  await expect(button(again, restore)).toBeVisible()
  await button(again, tryAgain).click()
  await expect(button(again, 'Rivers of Europe')).toBeVisible()
})

test('a data folder that cannot be written is explained with its path, and the app starts without it', async ({
  starts,
}) => {
  const blocked = join(starts.folder, 'a file', 'data')
  await writeFile(join(starts.folder, 'a file'), '')
  const page = await starts.open({ userDataFolder: blocked })
  await expect(heading(page)).toHaveText(couldNotStart)
  await expect(page.getByRole('alert')).toContainText(`Can’t write to ${blocked}`)
  await button(page, safeMode).click()
  await endRelaunched(`--user-data-dir=${blocked}`, '--safe-mode')
})

test('safe mode opens an empty app with a permanent notice, and leaves data and keys untouched', async ({
  starts,
}) => {
  const { folder } = starts
  makeDatabase(folder)
  await writeFile(join(folder, 'vault.json'), '{"version":1,"secrets":{"gemini":"AAAA"}}')
  const list = async () => (await readdir(folder)).sort()
  const before = { names: await list(), bytes: await readFile(databaseIn(folder)) }
  const page = await starts.open({ args: ['--safe-mode'] })
  const bar = page.getByRole('region', { name: 'Safe mode' })
  await expect(bar).toContainText('nothing is kept after you quit')
  await expect(page.getByRole('button', { name: 'Rivers of Europe', exact: true })).toBeHidden()
  await expectNoViolations(page, 'safe mode')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(bar).toBeVisible()
  const { pid } = starts.electron.process()
  const isOfTest = (name: string) => name.startsWith(`gen-playground-safe-mode-${pid}-`)
  const temporary = async () => (await readdir(tmpdir())).filter(isOfTest)
  expect(await temporary()).toHaveLength(1)
  await button(page, 'Quit and start normally').click()
  await expect.poll(() => findMain(`--user-data-dir=${folder}`)).not.toBe(pid)
  expect(await temporary()).toEqual([])
  expect(await readFile(databaseIn(folder))).toEqual(before.bytes)
  expect(await findMain(`--user-data-dir=${folder}`, '--safe-mode')).toBe(0)
  await endRelaunched(`--user-data-dir=${folder}`)
})

test('the window shows what the start waits for', async ({ starts }) => {
  const file = databaseIn(starts.folder)
  closeDatabase(openDatabase({ file }))
  const holder = await holdLock(file)
  const page = await starts.open()
  await expect(page.getByRole('heading')).toHaveText('Waiting for another program…')
  await expect(page.getByText(file)).toBeVisible()
  await expectNoViolations(page, 'the start page')
  await holder.release()
  await expect(button(page, 'Settings')).toBeVisible()
})

const noWindow = 'Gen Playground couldn’t show its window'

test('a missing page, script, or preload script is explained until it is there', async ({ starts }) => {
  const app = await starts.copyApplication()
  const renderer = join(app, 'out', 'renderer')
  const scripts = (await readdir(join(renderer, 'assets'))).filter((name) => /^index-.*\.js$/.test(name))
  // A page that is loaded again has its scripts in memory, so the script comes first.
  const files = [
    join(renderer, 'assets', scripts[0] ?? ''),
    join(renderer, 'index.html'),
    join(app, 'out', 'preload', 'preload.cjs'),
  ]
  let page: Page | undefined
  for (const file of files) {
    const content = await readFile(file)
    await rm(file)
    if (page) await page.reload()
    else page = await starts.open()
    await expect(heading(page), file).toHaveText(noWindow)
    // The rest of the app is running.
    await writeFile(file, content)
    await button(page, tryAgain).click()
    await expect(page.getByRole('contentinfo')).toContainText('http://127.0.0.1')
  }
})

test('a page whose process ends again and again before it shows anything is explained', async ({
  starts,
}) => {
  const crash = "if (location.pathname === '/index.html') process.crash()"
  await writeFile(join(await starts.copyApplication(), 'out', 'preload', 'preload.cjs'), crash)
  // Playwright can't use a page that crashes.
  const electron = await starts.launch()
  const read = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      // A process that is about to end never returns a result.
      if (!contents?.getURL().includes('start.html?failed') || contents.isLoading()) return ''
      return contents.executeJavaScript('document.getElementById("title")?.textContent') as Promise<string>
    })
  await expect.poll(() => read().catch(() => '')).toBe(noWindow)
})

/** At most these bytes of scripts are loaded at the start of a thread or page, which has only what it needs. */
const limits = {
  main: 900_000,
  page: 900_000,
  'gateway-worker': 400_000,
  'log-worker': 320_000,
  'database-worker': 200_000,
  'vectors-worker': 240_000,
  'body-worker': 190_000,
  'demo-worker': 510_000,
  headless: 450_000,
}

test('at the start, the page is restricted, and each thread loads few scripts', async ({ starts }) => {
  const page = await starts.open()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  expect(await page.evaluate(() => window.open('about:blank'))).toBeNull()
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  const loaded = await starts.electron.evaluate(() => {
    // This function has no `require`.
    const { mainModule } = process
    if (!mainModule) throw new Error('There is no main module.')
    const { _cache } = mainModule.constructor as unknown as { _cache: object }
    return Object.keys(_cache)
  })
  const assets = join(outFolder, 'renderer', 'assets')
  // Shown beside a new chat, as soon as the prompt can be used.
  const [inspector = ''] = (await readdir(assets)).filter((name) => /^ChatInspector-.*\.js$/.test(name))
  const ofMain = loaded.filter((path) => path.includes('/out/main/'))
  const sizes: Record<string, number> = {
    main: sumBytes(
      new Map(await Promise.all(ofMain.map(async (path) => [path, (await stat(path)).size] as const))),
    ),
    page: sumBytes(await startBytes(join(outFolder, 'renderer', 'index.html'), join(assets, inspector))),
  }
  for (const [name, limit] of Object.entries(limits)) {
    const bytes = sizes[name] ?? sumBytes(await startBytes(join(outFolder, 'main', `${name}.cjs`)))
    expect(bytes, name).toBeLessThanOrEqual(limit)
    expect(bytes, name).toBeGreaterThan(limit / 2)
  }
})

test('a missing part or worker that loads after the window is explained', async ({ starts }) => {
  const programs = join(await starts.copyApplication(), 'out', 'main')
  const missing = 'A file of the app is missing. Reinstall Gen Playground.'
  const [part = ''] = (await readdir(programs)).filter((name) => /^run-application-.*\.cjs$/.test(name))
  const content = await readFile(join(programs, part))
  await rm(join(programs, part))
  const page = await starts.open()
  await expect(heading(page)).toHaveText(couldNotStart)
  await expect(page.getByRole('alert')).toContainText(missing)
  const closed = starts.electron.waitForEvent('close')
  await button(page, 'Quit').click()
  await closed

  await writeFile(join(programs, part), content)
  await rm(join(programs, 'gateway-worker.cjs'))
  await expect((await starts.open()).getByRole('contentinfo')).toContainText('Gateway not running')
})
