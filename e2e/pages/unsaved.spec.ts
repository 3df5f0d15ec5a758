// Results and prompts that a disk or the database does not accept: shown, retried, and there after a restart.
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Libsql from 'libsql'
import { databaseIn } from '../../src/workspace/database/database'
import { holdLock } from '../../src/workspace/database/lock-holder.fixture'
import type { Application } from '../application'
import { answers, ask, finished, promptField, prompts } from '../chat-steps'
import {
  draw,
  expectPixels,
  images,
  inline,
  mediaFolderOf,
  openImages,
  paint,
  variations,
} from '../drawing-steps'
import { tally } from '../embeddings-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

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

test('an image survives the loss of the media folder during a request: it is shown, and Retry save moves it', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  const folder = mediaFolderOf(application)
  await draw(page, 'A boat.')
  const [request] = await imageModel.wait(1)
  await rename(folder, `${folder} away`)
  await writeFile(folder, 'no folder')
  request?.answer(inline(paint({ width: 640, height: 640 }, 0x2060a0)))
  await expect(images(page)).toHaveCount(1)
  await expectPixels(images(page).getByRole('img'), 640)
  await expect(variations(page)).toContainText('Saved in the rescue folder')
  await expect(variations(page)).toContainText(join(application.userDataFolder, 'rescue'))
  await expect(statusLine(page)).toContainText('1 not saved')

  await application.relaunch()
  const again = application.page
  await openImages(again)
  const sessions = again.getByRole('list', { name: 'All sessions' })
  await sessions.getByRole('button', { name: /^A boat\./ }).click()
  await expectPixels(images(again).getByRole('img'), 640)
  await expect(variations(again)).toContainText('Saved in the rescue folder')
  await rm(folder)
  await rename(`${folder} away`, folder)
  await retrySave(again)
  await expect(variations(again)).not.toContainText('rescue folder')
  await expect(statusLine(again)).not.toContainText('not saved')
  expect(existsSync(join(application.userDataFolder, 'rescue'))).toBe(false)
  expect(imageModel.requests).toHaveLength(1)
})

test('a response that the database rejects is shown with the reason, and the next prompt waits for Retry save', async ({
  application,
  model,
}) => {
  const { page } = application
  model.answers(answerOf({ text: 'All of the first response.' }), answerOf({ text: 'The second one.' }))
  const allowChange = rejectChange(application, "UPDATE ON turns WHEN new.state = 'complete'")
  await ask(page, 'What is first?')
  for (const text of ['All of the first response.', 'Response not saved yet', 'the disk is full'])
    await expect(answers(page)).toContainText(text)
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await promptField(page).fill('And what is next?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByText('And what is next?')).toBeVisible()
  expect(model.requests).toHaveLength(1)
  allowChange()
  await retrySave(page)
  await expect(answers(page).last()).toContainText('The second one.')
  await expect(prompts(page).last()).toContainText('And what is next?')
})

test('vectors that the database rejects wait in the open set, and Retry save requests none of them again', async ({
  application,
  embeddingService,
}) => {
  const { page } = application
  const { embeddings, windows } = await application.desktop()
  const settings = { model: 'gen-embedding-001' }
  const { id } = await embeddings.create({ name: 'Places', settings, columns: [] })
  const rows = ['A harbor', 'A mountain', 'A river'].map((text) => ({ text }))
  await embeddings.insertRows({ id, before: null, rows })
  await windows.show({ type: 'job', panel: 'embeddings', jobId: id })
  const allowChange = rejectChange(application, 'INSERT ON embedding_vectors')
  await embeddings.run({ id })
  await expect(page.getByRole('main')).toContainText('Vectors not saved yet')
  await embeddingService.wait(3)
  allowChange()
  await retrySave(page)
  await expect(tally(page)).toHaveText('3 rows · 3 done')
  await expect(page.getByRole('main')).not.toContainText('not saved')
  expect(embeddingService.requests).toHaveLength(3)
})

test('a prompt sent while another program has the database locked is answered after the lock is released', async ({
  application,
}) => {
  const { page, userDataFolder } = application
  const waiting = statusLine(page).getByText('Another program is using the database. Waiting…')
  const file = databaseIn(userDataFolder)
  const holder = await holdLock(file)
  await ask(page, 'What is 6 times 7?')
  await expect(waiting).toBeVisible()
  await expect(statusLine(page).getByTitle(file)).toBeVisible()
  // The window stays usable meanwhile.
  await page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Gateway' })).toBeVisible()
  await expect(waiting).toBeVisible()
  await holder.release()
  await expect(waiting).toBeHidden()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(finished(page)).toContainText('42')
  await expect(prompts(page)).toHaveCount(1)
  await expect(promptField(page)).toHaveText('')
})
