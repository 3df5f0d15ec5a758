// Results and prompts that a disk or the database does not accept: shown, retried, and there after a restart.
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Libsql from 'libsql'
import { databaseIn } from '../../src/workspace/database/database'
import { holdLock } from '../../src/workspace/database/lock-holder.fixture'
import type { Application } from '../application'
import { answers, ask, finished, openSection, promptField, prompts } from '../chat-steps'
import {
  draw,
  expectPixels,
  images,
  inline,
  mediaFolderOf,
  openImages,
  openSession,
  paint,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

const statusLine = (page: Page) => page.getByRole('contentinfo')

/** The app retries as well, and may be first: then the button disappears before the click. */
async function retrySave(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: 'Retry save' })
  await button.click({ timeout: 5000 }).catch(() => undefined)
  await expect(button).toHaveCount(0)
}

/** Makes the database reject such a change, for the application too. Returns a function that undoes it. */
function rejectChange({ userDataFolder }: Application, change: string): () => void {
  const database = new Libsql(join(userDataFolder, 'workspace.db'))
  database.exec(`CREATE TRIGGER full BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  return () => {
    database.exec('DROP TRIGGER full')
    database.close()
  }
}

test('an image survives the loss of the media folder', async ({ application, imageModel }) => {
  const folder = mediaFolderOf(application)
  await openImages(application.page)
  await draw(application.page, 'A boat.')
  const [request] = await imageModel.wait(1)
  await rename(folder, `${folder} away`)
  await writeFile(folder, 'no folder')
  request?.answer(inline(paint({ width: 640, height: 640 }, 0x2060a0)))
  await expect(variations(application.page)).toContainText('Saved in the rescue folder')
  await expect(variations(application.page)).toContainText(join(application.userDataFolder, 'rescue'))
  await expect(statusLine(application.page)).toContainText('1 not saved')

  await application.relaunch()
  const { page } = application
  await openSession(page, 'A boat.')
  await expectPixels(images(page).getByRole('img'), 640)
  await expect(variations(page)).toContainText('Saved in the rescue folder')
  await rm(folder)
  await rename(`${folder} away`, folder)
  await retrySave(page)
  await expect(variations(page)).not.toContainText('rescue folder')
  await expect(statusLine(page)).not.toContainText('not saved')
  expect(existsSync(join(application.userDataFolder, 'rescue'))).toBe(false)
})

test('prompts and responses wait for the database', async ({ application, model }) => {
  const { page, userDataFolder } = application
  const waiting = statusLine(page).getByText('Another program is using the database. Waiting…')
  const file = databaseIn(userDataFolder)
  const holder = await holdLock(file)
  await ask(page, 'What is first?')
  await expect(waiting).toBeVisible()
  await expect(statusLine(page).getByTitle(file)).toBeVisible()
  await holder.release()
  await expect(waiting).toBeHidden()
  await expect(finished(page)).toContainText('42')
  await expect(prompts(page)).toHaveCount(1)

  const allowChange = rejectChange(application, "UPDATE ON turns WHEN new.state = 'complete'")
  await ask(page, 'What is second?')
  for (const text of ['42', 'Response not saved yet', 'the disk is full'])
    await expect(answers(page).last()).toContainText(text)
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await promptField(page).fill('And what is next?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByText('And what is next?')).toBeVisible()
  expect(model.requests).toHaveLength(2)
  allowChange()
  await retrySave(page)
  await expect(answers(page)).toHaveCount(3)
  await expect(prompts(page).last()).toContainText('And what is next?')
})

test('a limit that could not be saved says so beside its field until it is saved', async ({
  application,
}) => {
  const { page } = application
  await page.getByRole('button', { name: 'Transcribe' }).click()
  const field = (await openSection(page, 'Chunking')).getByRole('textbox', { name: 'Parallel files' })
  const makeRoom = rejectChange(application, 'INSERT ON settings')
  await field.fill('3')
  await expect(field).toHaveAccessibleDescription(/Not saved/)
  await expect(field).toHaveValue('3')
  makeRoom()
  await field.fill('4')
  await expect(field).not.toHaveAccessibleDescription(/Not saved/)
  const { settings } = await application.desktop()
  expect((await settings.read()).jobs?.transcriptionsAtOnce).toBe(4)
})
