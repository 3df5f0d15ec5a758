// The text of finished responses is the same in the thread, after Copy, in Find, in the search, and in exports.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import fc from 'fast-check'
import { texts, words } from '../../src/renderer/panels/chat/markdown/texts.fixture'
import { choosePath, createChat, openChat } from '../chat-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

test('finished responses show, copy, find and export every word', async ({ application }) => {
  const { page, electron } = application
  const samples = fc
    .sample(texts, 60)
    .filter((text) => words(text).length > 2)
    .slice(0, 5)
    // Each word occurs once in the chat.
    .map((text, turn) => text.replace(/w(\d+)w/g, `w${turn + 1}000$1w`))
  await createChat(
    page,
    'Rivers',
    samples.flatMap((text) => ['Go on', text]),
  )
  await openChat(page, 'Rivers')
  // All responses are rendered.
  await resize(application, { width: 1440, height: 900, zoom: 0.5 })
  const { desktop } = { desktop: await application.desktop() }
  const [chat] = await desktop.conversations.list()
  const shown = page.getByRole('article', { name: 'Response', exact: true })
  for (const [turn, text] of samples.entries()) {
    const response = shown.nth(turn)
    await expect.poll(async () => words(await readShown(response))).toEqual(words(text))
    await response.hover()
    await response.getByRole('button', { name: 'Copy response' }).click()
    await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(text)
    const hits = await desktop.conversations.search({ query: words(text).join(' '), limit: 10, tags: [] })
    expect(hits.map(({ conversationId }) => conversationId)).toEqual([chat?.id])
  }
  const file = join(application.userDataFolder, 'exported.md')
  await choosePath(application, file)
  await desktop.conversations.export({ conversationId: chat?.id ?? '', format: 'markdown' })
  const exported = await readFile(file, 'utf8')
  for (const text of samples) expect(exported).toContain(text.trim())
  await page.keyboard.press('ControlOrMeta+f')
  for (const text of samples) {
    await page.getByRole('searchbox', { name: 'Find', exact: true }).fill(words(text).at(-1) ?? '')
    await expect(page.getByRole('search', { name: 'Find in chat' })).toContainText('1 of 1')
  }
})

/** A formula is in the page three times: for readers, as its source, and drawn. */
function readShown(response: Locator): Promise<string> {
  return response
    .locator('.markdown')
    .first()
    .evaluate((element) => {
      const copy = element.cloneNode(true) as Element
      for (const formula of copy.querySelectorAll('.formula'))
        formula.textContent = formula.querySelector('annotation')?.textContent ?? formula.textContent
      return copy.textContent ?? ''
    })
}
