// A chat as a tree: edited prompts, versions of a response, branches, and deleted messages.
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  answers,
  ask,
  chooseFromMenu,
  createChat,
  finished,
  openChat,
  promptField,
  prompts,
} from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const step = (versions: Locator, to: 'Previous' | 'Next') =>
  versions.getByRole('button', { name: `${to} version` }).click()

test('prompts and responses have versions, which are deleted and branched', async ({
  application: { page },
  model,
}) => {
  await createChat(page, 'Six times seven', ['What is 6 times 7?', 'It is 42.'])
  await openChat(page, 'Six times seven')
  model.answers(answerOf({ text: 'It is 64.' }), answerOf({ text: 'Sixty-four.' }))
  await prompts(page).getByRole('button', { name: 'Edit prompt' }).click()
  const editor = page.getByRole('form', { name: 'Edit prompt' })
  await expect(editor.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await editor.getByRole('textbox', { name: 'Text' }).fill('What is 8 times 8?')
  await editor.getByRole('button', { name: 'Send as new branch' }).click()
  await expect(finished(page)).toContainText('It is 64.')
  const ofPrompt = prompts(page).getByRole('group', { name: 'Versions' })
  await expect(ofPrompt).toContainText('2 of 2')
  await step(ofPrompt, 'Previous')
  await expect(prompts(page)).toContainText('6 times 7')
  await expect(finished(page)).toContainText('It is 42.')
  await step(ofPrompt, 'Next')
  await expect(finished(page)).toContainText('It is 64.')

  await chooseFromMenu(answers(page), 'Regenerate', /\(current\)$/)
  await expect(finished(page)).toContainText('Sixty-four.')
  const versions = answers(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 2')
  await answers(page).getByRole('button', { name: 'Edit response' }).click()
  const responseEditor = page.getByRole('form', { name: 'Edit response' })
  await responseEditor.getByRole('textbox', { name: 'Text' }).fill('It is **8²**.')
  await expectNoViolations(page, 'an edited response')
  await responseEditor.getByRole('button', { name: 'Save as new version' }).click()
  await expect(answers(page)).toContainText('Edited')
  await expect(answers(page).locator('strong')).toHaveText('8²')
  await expect(versions).toContainText('3 of 3')

  await chooseFromMenu(answers(page), 'More actions', 'Delete')
  await expect(versions).toContainText('of 2')
  await expect(answers(page)).not.toContainText('8²')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(versions).toContainText('of 3')

  await ask(page, 'And 5 times 5?')
  await expect(answers(page).last()).toContainText('42')
  await chooseFromMenu(answers(page).first(), 'More actions', 'Branch to new chat')
  const list = page.getByRole('list', { name: 'All chats' })
  await expect(list.getByRole('button', { name: /^Actions for “/ })).toHaveCount(2)
  await expect(answers(page)).toHaveCount(1)
  await expect(prompts(page)).toContainText('8 times 8')
})

test('deleted messages are listed, and restored from the list', async ({ application: { page } }) => {
  await createChat(page, 'Six times seven', ['What is 6 times 7?', 'It is 42.'])
  await openChat(page, 'Six times seven')
  const deleted = page.getByRole('button', { name: 'Deleted messages', exact: true })
  await expect(deleted).toHaveCount(0)
  await chooseFromMenu(answers(page), 'More actions', 'Delete')
  await chooseFromMenu(prompts(page), 'More actions', 'Delete')
  await expect(prompts(page)).toHaveCount(0)
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
  await expect(finished(page)).toContainText('It is 42.')
  await expect(deleted).toHaveCount(0)
})
