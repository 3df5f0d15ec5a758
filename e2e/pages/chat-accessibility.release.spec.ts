// The inspector and the dialogs of the chat that no other test opens have no axe violations.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, createChat, openChat, openSection } from '../chat-steps'
import { test } from '../page-test'

const markdown = [
  '# A heading',
  'Words, `code`, **weight** and a [link](https://example.com).',
  '- [x] done\n- [ ] to do',
  '> A quotation, and $x^2$.',
].join('\n\n')

const sections =
  'System instruction,Sampling,Output,Thinking,Tools,Functions,Structured output,Safety,Presets'.split(',')

// axe checks whole pages several times.
test.slow()

test('the inspector, dialogs and a search have no axe violations', async ({ application: { page } }) => {
  await createChat(page, 'Everything', ['Write Markdown', markdown])
  await openChat(page, 'Everything')
  for (const title of sections) await openSection(page, title)
  await expectNoViolations(page, 'a thread, and the inspector with every section open')
  for (const open of [
    () => page.getByRole('button', { name: 'Expand editor' }).click(),
    () =>
      chooseFromMenu(
        page.getByRole('form', { name: 'New prompt' }),
        'More prompt options',
        'Manage templates',
      ),
  ]) {
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'a dialog', '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('markdown')
  await expect(page.getByRole('list', { name: 'Search results' })).toBeVisible()
  await expectNoViolations(page, 'a search', 'nav')
})
