// Deleting images and sessions in Images or the Library moves them to the trash, from where they are restored.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { createSession, images, openSession, steps } from '../drawing-steps'
import { filters, inspector, item, items, library, openLibrary, openTrash } from '../library-steps'
import { test } from '../page-test'

test('deleted images and sessions are restored to their place', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A harbor at dusk.', 'Add a lighthouse.'])
  await openSession(page, 'A harbor')
  // Later steps stay.
  await images(steps(page).first()).press('Delete')
  await expect(page.getByText('Image moved to trash')).toBeVisible()
  await expect(steps(page).first()).toContainText('Image in the trash')
  await expect(images(steps(page).last())).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(images(page)).toHaveCount(2)
  await images(steps(page).first()).press('Delete')
  await steps(page).first().getByRole('button', { name: 'Restore' }).click()
  await expect(images(page)).toHaveCount(2)

  // A whole session, which in the trash is still called a session.
  await openLibrary(page)
  await item(page, /harbor.*, Image session, /).click()
  await page.keyboard.press('Delete')
  await expect(item(page, /, Image session, /)).toHaveCount(0)
  await item(page, /^Add a lighthouse.*, Image, /).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show in context', exact: true }).click()
  await expect(page.getByText('The session this came from is in the trash.')).toBeVisible()
  await openTrash(page)
  await item(page, /harbor.*, Image session, .*Deleted/).click()
  await expect(inspector(page)).toContainText('TypeImage session')
  await library(page).getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await expectNoViolations(page, 'an empty trash')
  await filters(page).getByRole('button', { name: 'Back to Library' }).click()
  await expect(item(page, /, Image, /)).toHaveCount(2)
  await openSession(page, 'A harbor')
  await expect(images(page)).toHaveCount(2)
})

test('the trash deletes single items, and frees the promised space', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A harbor at dusk.', 'Add a lighthouse.'])
  for (const prompt of ['A green tree.', 'A red boat.']) await createSession(application, [prompt])
  await openLibrary(page)
  for (const name of [/^A harbor.*, Image, /, /^A green tree.*, Image, /, /^A red boat.*, Image, /]) {
    await item(page, name).click()
    await page.keyboard.press('Delete')
    await expect(item(page, name)).toHaveCount(0)
  }
  await openTrash(page)
  await expect(items(page)).toHaveCount(3)
  // The latest deletion is first.
  await expect(items(page).first()).toContainText(/red boat.*Deleted \w{3} \d/)
  // Without a selection, Delete does nothing, also once an item is selected.
  await page.getByRole('listbox', { name: 'Items' }).press('Delete')
  await item(page, /green tree/).click()
  await expect(inspector(page)).toContainText('Deleted')
  const question = page.getByRole('dialog')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(question).toContainText('This permanently deletes 1 item')
  await question.getByRole('button', { name: 'Delete permanently', exact: true }).click()
  await expect(item(page, /green tree/)).toHaveCount(0)

  await library(page).getByRole('button', { name: 'Empty trash…' }).click()
  await expect(question).toContainText(
    '1 item stays in the trash because it’s used in the session “A harbor at dusk”.',
  )
  await expectNoViolations(page, 'the confirmation', '[role=dialog]')
  const promised = /deletes 1 item \(([\d.]+ \w+)\)/.exec((await question.textContent()) ?? '')?.[1]
  await question.getByRole('button', { name: 'Empty trash', exact: true }).click()
  await expect(page.getByText(`1 item deleted, ${promised} freed`)).toBeVisible()
  await expect(items(page)).toHaveCount(1)
  await library(page).getByRole('button', { name: 'Restore all' }).click()
  await expect(library(page)).toContainText('Trash is empty')
  // The session of a permanently deleted image keeps its prompt.
  await openSession(page, 'A red boat.')
  await expect(images(page)).toHaveCount(0)
})
