// The database at the start: locked by another program, or of an earlier version that is updated.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test as plain } from '@playwright/test'
import { connect } from '../src/workspace/database/connection'
import { closeDatabase, databaseIn, openDatabase } from '../src/workspace/database/database'
import { holdLock } from '../src/workspace/database/lock-holder.fixture'
import { migrations } from '../src/workspace/database/migrations'
import { expectNoViolations } from './accessibility'
import { ask, finished, promptField, prompts } from './chat-steps'
import { test } from './journey-test'
import { start } from './launch'

const lockedText = 'Another program is using the database. Waiting…'

test('a prompt sent while another program has the database locked is answered after the lock is released', async ({
  application,
}) => {
  const { page, userDataFolder } = application
  const statusLine = page.getByRole('contentinfo')
  const file = databaseIn(userDataFolder)
  const holder = await holdLock(file)
  await ask(page, 'What is 6 times 7?')
  await expect(statusLine.getByText(lockedText)).toBeVisible()
  await expect(statusLine.getByTitle(file)).toBeVisible()
  // The window stays usable meanwhile.
  await page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Gateway' })).toBeVisible()
  const health = await fetch(`${application.gatewayUrl}/healthz`)
  expect(health.status).toBe(200)
  await expect(statusLine.getByText(lockedText)).toBeVisible()
  await holder.release()
  await expect(statusLine.getByText(lockedText)).toBeHidden()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(finished(page)).toContainText('42')
  await expect(prompts(page)).toHaveCount(1)
  await expect(promptField(page)).toHaveText('')
})

interface Start {
  readonly folder: string
  /** Starts the application with the folder. */
  readonly open: () => Promise<ElectronApplication>
}

const testStart = plain.extend<{ start: Start }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  start: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'start '))
    let electron: ElectronApplication | undefined
    await use({
      folder,
      open: async () => {
        const output = { outputFolder: join(folder, 'output'), args: [], env: {} }
        electron = await start({ userDataFolder: folder, ...output })
        return electron
      },
    })
    await electron?.close()
    await rm(folder, { recursive: true, force: true })
  },
})

/** Writes a database of schema version 6 with many turns. */
function makeOldDatabase(folder: string, turns: number): void {
  const before = openDatabase({ file: databaseIn(folder), migrations: migrations.slice(0, 6) })
  before.transact(() => {
    before.run(
      `INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at)
        VALUES ('c', 'From before', '{"model":"gen-2.5-flash"}', 't1', 1, 2)`,
    )
    for (let at = 1; at <= turns; at += 1)
      before.run(
        `INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, parts)
          VALUES (?, 'c', NULL, 'user', 'complete', 3, ?)`,
        [`t${at}`, JSON.stringify([{ text: `Turn ${at} ${'word '.repeat(20_000)}` }])],
      )
  })
  closeDatabase(before)
}

testStart(
  'the window shows what the start waits for, and then the progress of the data update',
  async ({ start }) => {
    makeOldDatabase(start.folder, 500)
    const file = databaseIn(start.folder)
    const holder = await holdLock(file)
    const page = await (await start.open()).firstWindow()
    await expect(page.getByRole('heading')).toHaveText('Waiting for another program…')
    await expect(page.getByText(file)).toBeVisible()
    await expectNoViolations(page, 'the start page')
    const texts = await followText(page)
    await holder.release()
    await expect(page.getByRole('button', { name: 'From before', exact: true })).toBeVisible()
    expect(
      texts.some((state) => /^Updating your data… Saving a copy of your data first: \d+%/.test(state)),
    ).toBe(true)
    expect(texts.some((state) => /^Updating your data… Step \d of \d\./.test(state))).toBe(true)
    const [snapshot = ''] = await readdir(join(start.folder, 'snapshots'))
    expect(snapshot).toMatch(/^workspace-.*-v6\.db$/)
    const copy = connect(join(start.folder, 'snapshots', snapshot))
    expect(copy.get('SELECT count(*) AS turns FROM turns')).toMatchObject({ turns: 500 })
    copy.close()
  },
)

/** Collects every text that the page shows from now on, each on one line. */
async function followText(page: Page): Promise<readonly string[]> {
  const texts: string[] = []
  page.on('console', (message) => texts.push(message.text()))
  await page.evaluate(() => {
    const log = () => console.log(document.body.innerText.replace(/\s+/g, ' '))
    new MutationObserver(log).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return texts
}
