// Work that a model has finished and a disk or the database did not take: shown, retried, and there after a restart.
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Libsql from 'libsql'
import { type Application, test } from './application'
import { answers, ask, prompts } from './chat-steps'
import {
  draw,
  drawn,
  expectPixels,
  inline,
  mediaFolderOf,
  openImages,
  paint,
  variations,
} from './drawing-steps'
import { addTexts, beginSet, openEmbeddings, run, tally } from './embeddings-steps'
import { answerOf } from './scripted-model'

const square = { width: 640, height: 640 }
const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry save' })
const statusLine = (page: Page) => page.getByRole('contentinfo')

/** The app retries, too, and may be first: then the button goes under the pointer. */
async function retrySave(page: Page): Promise<void> {
  await retryButton(page)
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(retryButton(page)).toHaveCount(0)
}

/** From here on the database refuses such a change, for the application too. Returns the way back. */
function refuse({ userDataFolder }: Application, change: string): () => void {
  const database = new Libsql(join(userDataFolder, 'workspace.db'))
  database.exec(`CREATE TRIGGER full BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  return () => {
    database.exec('DROP TRIGGER full')
    database.close()
  }
}

test('a media folder that goes away between prompt and response costs no image: it is shown, and Retry save moves it', async ({
  application,
  studio,
}) => {
  const { page } = application
  const folder = mediaFolderOf(application)
  await draw(page, 'A boat.')
  const [call] = await studio.wait(1)
  await rename(folder, `${folder} away`)
  await writeFile(folder, 'no folder')
  call?.answer(inline(paint(square, 0x2060a0)))
  await expect(drawn(page)).toHaveCount(1)
  await expectPixels(drawn(page).getByRole('img'), square.width)
  await expect(variations(page)).toContainText('Saved in the rescue folder')
  await expect(variations(page)).toContainText(join(application.userDataFolder, 'rescue'))
  await expect(statusLine(page)).toContainText('1 not saved')

  await application.relaunch()
  const again = application.page
  await openImages(again)
  await again
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /^A boat\./ })
    .click()
  await expectPixels(drawn(again).getByRole('img'), square.width)
  await expect(variations(again)).toContainText('Saved in the rescue folder')
  await rm(folder)
  await rename(`${folder} away`, folder)
  await retrySave(again)
  await expect(variations(again)).not.toContainText('rescue folder')
  await expect(statusLine(again)).not.toContainText('not saved')
  expect(existsSync(join(application.userDataFolder, 'rescue'))).toBe(false)
  expect(studio.calls).toHaveLength(1)

  await application.relaunch()
  await openImages(application.page)
  await application.page
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /^A boat\./ })
    .click()
  await expectPixels(drawn(application.page).getByRole('img'), square.width)
})

test('a response that the database does not take is shown whole with the reason; the next prompt waits for Retry save', async ({
  application,
  model,
}) => {
  const { page } = application
  model.answers(answerOf({ text: 'All of the first response.' }), answerOf({ text: 'The second one.' }))
  const takeBack = refuse(application, "UPDATE ON turns WHEN new.state = 'complete'")
  await ask(page, 'What is first?')
  await expect(answers(page)).toContainText('All of the first response.')
  await expect(answers(page)).toContainText('Response not saved yet')
  await expect(answers(page)).toContainText('the disk is full')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('And what is next?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByText('And what is next?')).toBeVisible()
  expect(model.requests).toHaveLength(1)

  takeBack()
  await retrySave(page)
  await expect(answers(page).last()).toContainText('The second one.')
  await expect(prompts(page).last()).toContainText('And what is next?')
})

test('a response that was never saved is there after a kill and a restart', async ({
  application,
  model,
}) => {
  model.answers(answerOf({ text: 'All of the only response.' }))
  const takeBack = refuse(application, "UPDATE ON turns WHEN new.state = 'complete'")
  await ask(application.page, 'What is it?')
  await expect(answers(application.page)).toContainText('If you quit, nothing is lost.')
  await application.kill()
  takeBack()
  await application.launch()
  const { page } = application
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page
    .getByRole('button', { name: /^What is it\?/ })
    .first()
    .click()
  await expect(answers(page)).toContainText('All of the only response.')
  await expect(answers(page)).not.toContainText('not saved')
})

test('vectors that the database does not take wait in the open set, and Retry save asks for none of them again', async ({
  application,
  embedder,
}) => {
  const { page } = application
  await openEmbeddings(page)
  await beginSet(page)
  await addTexts(page, ['A harbor', 'A mountain', 'A river'])
  const takeBack = refuse(application, 'INSERT ON embedding_vectors')
  await run(page).click()
  await expect(page.getByRole('main')).toContainText('Vectors not saved yet')
  await embedder.wait(3)

  takeBack()
  await retrySave(page)
  await expect(tally(page)).toHaveText('3 rows · 3 done')
  await expect(page.getByRole('main')).not.toContainText('not saved')
  expect(embedder.calls).toHaveLength(3)
})
