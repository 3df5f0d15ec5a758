// A conversation as a tree: branches, versions, undo, a queue, drafts, search, pins, export and import.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  answers,
  ask,
  chooseFromMenu,
  chooseModel,
  choosePath,
  expectOnDisk,
  finished,
  importConversation,
  promptField,
  prompts,
} from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const step = (container: Locator, to: 'Previous' | 'Next') =>
  container.getByRole('button', { name: `${to} version` }).click()

test('an edited prompt becomes a new branch, and its versions can be switched', async ({ application }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  await prompts(page).getByRole('button', { name: 'Edit prompt' }).click()
  const editor = page.getByRole('form', { name: 'Edit prompt' })
  await expect(editor.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await editor.getByRole('textbox', { name: 'Text' }).fill('What is 8 times 8?')
  await editor.getByRole('button', { name: 'Send as new branch' }).click()
  await expect(finished(page)).toContainText('64')
  const versions = prompts(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 2')
  await step(versions, 'Previous')
  await expect(prompts(page)).toContainText('6 times 7')
  await expect(finished(page)).toContainText('42')
  await step(versions, 'Next')
  await expect(finished(page)).toContainText('64')
  await application.relaunch()
  await application.page.getByRole('button', { name: 'What is 6 times 7?', exact: true }).click()
  await expect(prompts(application.page)).toContainText('8 times 8')
})

test('an answer is regenerated, edited, deleted, restored, and branched to a new chat', async ({
  application,
}) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  await chooseFromMenu(answers(page), 'Regenerate', /\(current\)$/)
  const versions = answers(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 2')

  await answers(page).getByRole('button', { name: 'Edit response' }).click()
  const editor = page.getByRole('form', { name: 'Edit response' })
  await editor.getByRole('textbox', { name: 'Text' }).fill('It is **forty-two**.')
  await editor.getByRole('button', { name: 'Save as new version' }).click()
  await expect(answers(page)).toContainText('Edited')
  await expect(answers(page).locator('strong')).toHaveText('forty-two')
  await expect(versions).toContainText('3 of 3')

  await chooseFromMenu(answers(page), 'More actions', 'Delete')
  await expect(versions).toContainText('of 2')
  await expect(answers(page)).not.toContainText('forty-two')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(versions).toContainText('of 3')

  await step(versions, 'Previous')
  await ask(page, 'And 5 times 5?')
  await expect(finished(page)).toContainText('25')
  await chooseFromMenu(answers(page).first(), 'More actions', 'Branch to new chat')
  const list = page.getByRole('list', { name: 'All chats' })
  await expect(list.getByRole('heading')).toHaveText(['Today'])
  await expect(list.getByRole('button', { name: /^Actions for “/ })).toHaveCount(2)
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('42')
})

test('a search result opens its message, and a pinned conversation is listed first', async ({
  application,
}) => {
  const { page } = application
  await ask(page, 'Tell me of the heron at the weir.')
  await expect(finished(page)).toBeVisible()
  await ask(page, 'What is 6 times 7?')
  await expect(answers(page)).toHaveCount(2)
  await expect(finished(page)).toContainText('42')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await ask(page, 'What is 8 times 8?')
  await expect(finished(page)).toContainText('64')

  const search = page.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('heron weir')
  const results = page.getByRole('list', { name: 'Search results' })
  await results.getByRole('button', { name: /^You.*heron/ }).click()
  await expect(prompts(page).filter({ hasText: 'heron' })).toBeInViewport()
  await search.press('Escape')
  await expect(search).toHaveValue('')

  const list = page.getByRole('list', { name: 'All chats' })
  await expect(list.getByRole('listitem').nth(1)).toContainText('8 times 8')
  await list.getByRole('listitem').filter({ hasText: 'heron' }).hover()
  await list.getByRole('button', { name: /^Actions for “Tell me of the heron/ }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(list.getByRole('heading')).toHaveText(['Pinned', 'Today'])
  await expect(list.getByRole('listitem').nth(1)).toContainText('heron')
})

test('a conversation with a picture is exported as Markdown, HTML and JSON, and imported from JSON', async ({
  application,
}, testInfo) => {
  const { page, userDataFolder } = application
  await chooseModel(page, /Gen 3 Pro Image/)
  await ask(page, 'A lighthouse at dusk.')
  await expect(finished(page).getByRole('img').last()).toBeVisible()
  const media = join(userDataFolder, 'media')
  const imageNames = (await readdir(media, { recursive: true })).filter((name) =>
    /[0-9a-f]{64}\.png$/.test(name),
  )
  const picture = await readFile(join(media, imageNames[0] ?? ''))

  const list = page.getByRole('list', { name: 'All chats' })
  const exportAs = async (format: string, name: string) => {
    const path = testInfo.outputPath(name)
    await choosePath(application, path)
    await chooseFromMenu(list, 'Actions for “A lighthouse at dusk.”', `Export as ${format}…`)
    await expect(page.getByText(`Exported to ${path}`)).toBeVisible()
    return readFile(path, 'utf8')
  }
  const markdown = await exportAs('Markdown', 'chat.md')
  const [, path = ''] = /!\[[^\]]*\]\(([^)]+)\)/.exec(markdown) ?? []
  expect(markdown).toContain('A lighthouse at dusk.')
  expect(await readFile(testInfo.outputPath(decodeURIComponent(path)))).toEqual(picture)
  expect(await exportAs('HTML', 'chat.html')).toContain(picture.toString('base64'))
  await exportAs('JSON', 'chat.json')

  await chooseFromMenu(list, 'Actions for “A lighthouse at dusk.”', 'Delete')
  await expect(page.getByText('No chats yet.')).toBeVisible()
  await importConversation(application, testInfo.outputPath('chat.json'))
  await expect(prompts(page)).toContainText('A lighthouse at dusk.')
  const image = finished(page).getByRole('img').last()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1024)
})

test('a file that is not a conversation is rejected with a message', async ({ application }, testInfo) => {
  const { page } = application
  await writeFile(testInfo.outputPath('other.json'), '{"kind":"something else"}')
  await importConversation(application, testInfo.outputPath('other.json'))
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(/isn’t a chat export/)
})

test('a draft survives a kill', async ({ application }) => {
  await promptField(application.page).fill('A thought that is not finished')
  await expectOnDisk(application, 'A thought that is not finished')
  await application.kill()
  await application.launch()
  await expect(promptField(application.page)).toHaveValue('A thought that is not finished')
})

test('a prompt that is sent while an answer streams is queued, then sent automatically', async ({
  application,
  model,
}) => {
  const { page } = application
  const end = model.pauses('It starts with', ' and it ends.')
  model.answers(answerOf({ text: 'Second.' }))
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  await promptField(page).fill('Then this')
  await page.getByRole('button', { name: 'Queue' }).click()
  const waiting = page.getByRole('list', { name: 'Queued prompts' })
  await expect(waiting).toContainText('Then this')
  await expect(promptField(page)).toHaveValue('')
  expect(model.requests).toHaveLength(1)
  end()
  await expect(finished(page)).toContainText('Second.')
  await expect(waiting).toHaveCount(0)
  expect(model.requests[1]?.contents.map(({ parts }) => parts.map(({ text }) => text).join(''))).toEqual([
    'First',
    'It starts with and it ends.',
    'Then this',
  ])
})

test('text typed immediately before quitting is restored', async ({ application }) => {
  await promptField(application.page).fill('Half a thought')
  await promptField(application.page).pressSequentially(', and its end')
  await application.relaunch()
  await expect(promptField(application.page)).toHaveValue('Half a thought, and its end')
})

test('a deleted response and a deleted prompt are restored after a restart', async ({ application }) => {
  let { page } = application
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  const button = page.getByRole('button', { name: 'Deleted messages', exact: true })
  await expect(button).toHaveCount(0)
  await chooseFromMenu(answers(page), 'More actions', 'Delete')
  await chooseFromMenu(prompts(page), 'More actions', 'Delete')
  await expect(prompts(page)).toHaveCount(0)

  await application.relaunch()
  page = application.page
  const deleted = page.getByRole('button', { name: 'Deleted messages', exact: true })
  await deleted.click()
  const list = page.getByRole('list', { name: 'Deleted messages' })
  // The response is offered once its prompt is there again.
  await expect(list.getByRole('listitem')).toHaveText(/What is 6 times 7\?.*Prompt · deleted/)
  await expectNoViolations(page, 'the deleted messages')
  await list.getByRole('button', { name: 'Restore' }).click()
  await expect(prompts(page)).toContainText('6 times 7')
  await expect(promptField(page)).toBeFocused()
  await deleted.click()
  await expect(list.getByRole('listitem')).toHaveText(/42[\s\S]*Response · deleted/)
  await list.getByRole('button', { name: 'Restore' }).click()
  await expect(finished(page)).toContainText('42')
  await expect(deleted).toHaveCount(0)
})
