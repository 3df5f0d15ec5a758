// The request log: found, filtered, sorted, stopped and compared requests, and the whole of it by keyboard.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import { generate, openGateway, toPrompt } from '../gateway-client'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

const panel = (page: Page) => page.getByRole('region', { name: 'Gateway', exact: true })
/** Without the row of column names. */
const rows = (page: Page) => panel(page).getByRole('grid', { name: 'Requests' }).locator('[data-id]')
const search = (page: Page) => panel(page).getByRole('searchbox', { name: 'Search requests' })
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click()

/** Opens the log, and returns a client of the gateway. */
async function openLog(application: Application, width: 900 | 1440) {
  await resize(application, { width, height: 700, zoom: 1 })
  await application.page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  await expect(panel(application.page).getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  return await openGateway(application)
}

test('requests are found by what they contain, grouped, sorted, compared and exported', async ({
  application,
}, testInfo) => {
  const { page } = application
  const { key, send } = await openLog(application, 1440)
  await send(generate, toPrompt('A heron by the river.'))
  await send(generate, toPrompt('An owl.'), { 'x-demo': 'fail=429', 'user-agent': 'nightly/2.0' })
  const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const started = await (await send(video, { instances: [{ prompt: 'A boat' }] })).json()
  for (let count = 0; count < 3; count += 1) await send(`/v1beta/${started.name}`)

  // Three polls are one row, which opens to the other two.
  await expect(rows(page)).toHaveCount(4)
  await press(page, 'Expand polls')
  await expect(rows(page)).toHaveCount(6)
  await press(page, 'Collapse polls')
  await search(page).fill('heron by the')
  await expect(rows(page)).toHaveText([/200/])
  await search(page).fill('nothing has this text')
  await panel(page).getByRole('button', { name: 'Clear filters' }).last().click()
  await rows(page).filter({ hasText: '429' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by client' }).click()
  await expect(panel(page).getByRole('list', { name: 'Active filters' })).toContainText('nightly/2.0')
  await expect(rows(page)).toHaveCount(1)
  await press(page, 'Clear filters')
  const sort = panel(page).getByRole('columnheader', { name: 'Status' }).getByRole('button')
  for (const _ of ['ascending', 'descending']) await sort.click()
  await expect(rows(page).first()).toContainText('429')
  await sort.click()

  const detail = panel(page).getByRole('region', { name: 'Request details' })
  await rows(page).filter({ hasText: generate }).filter({ hasText: '200' }).click()
  await expect(detail).toContainText('A heron by the river.')
  await expectNoViolations(page, 'the log with an open request')
  await rows(page)
    .filter({ hasText: '429' })
    .click({ modifiers: ['Control'] })
  await press(page, 'Compare requests')
  const comparison = page.getByRole('dialog', { name: 'Compare requests' })
  const inserted = comparison.getByRole('region', { name: 'Request changes' }).locator('ins')
  await expect(inserted.last()).toContainText('owl')
  await page.keyboard.press('Escape')

  const file = join(testInfo.outputDir, 'requests.har')
  await choosePath(application, file)
  await search(page).fill('simulated')
  await expect(rows(page)).toHaveCount(1)
  await press(page, 'Export matching requests…')
  await expect(page.getByText(/1 request exported/)).toBeVisible()
  const { log } = JSON.parse(await readFile(file, 'utf8'))
  expect(log.entries).toMatchObject([{ response: { status: 429 } }])
  expect(JSON.stringify(log)).not.toContain(key)

  await search(page).fill('')
  await press(page, 'Pause log')
  await send('/v1beta/models')
  await expect(panel(page)).toContainText('Paused · 1 new')
  await press(page, 'Resume log')
  await expect(rows(page)).toHaveCount(5)
  await press(page, 'Clear log…')
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click()
  await expect(panel(page).getByRole('heading', { name: 'No requests yet' })).toBeVisible()
})

test('rejected requests are listed without keys; one in progress is stopped, copied, and counted as canceled', async ({
  application,
}) => {
  const { page, gatewayUrl } = application
  const { key, send } = await openLog(application, 900)
  await fetch(`${gatewayUrl}${generate}?key=wrong`, { method: 'POST', body: '{}' })
  await fetch(`${gatewayUrl}/v1beta/model/x&key=CANARY`)
  await expect(panel(page)).toContainText('1 missing or wrong key · 1 unknown path or method')
  await expect(panel(page)).toContainText('GET /v1beta/model/x&key=…')
  await expect(panel(page)).not.toContainText('CANARY')
  await press(page, 'Test')
  await expect(panel(page).getByRole('region', { name: 'Provider' })).toContainText('Test passed')

  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const response = await send(path, toPrompt('Count to ten.'), { 'x-demo': 'stall-after=1' })
  const text = response.text().catch(() => 'cut off')
  await rows(page)
    .filter({ hasText: /:streamGenerateContent/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Request' })
  await dialog.getByRole('button', { name: 'Stop request' }).click()
  await expect(dialog).toContainText('Stopped in the Gateway panel.')
  expect(await text).toBe('cut off')
  await expectNoViolations(page, 'an opened request in a drawer')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText('200 canceled')
  await page.keyboard.press('c')
  const readClipboard = () => application.electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toContain(`curl -N '${gatewayUrl}${path}&key='"$GEN_PLAYGROUND_KEY"`)
  const copied = await readClipboard()
  expect(copied).toContain('"Count to ten."')
  expect(copied).not.toContain(key)
  await panel(page).getByRole('tab', { name: 'Usage' }).click()
  await expect(panel(page).getByLabel('Totals')).toContainText('1 canceled')
})

test('the log is used by keyboard alone, in a small window', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  const { send } = await openLog(application, 900)
  for (const text of ['First.', 'Second.', 'Third.']) await send(generate, toPrompt(text))
  await expect(rows(page)).toHaveCount(3)
  await keyboard.press('/')
  expect(await nameFocused(page)).toBe('Search requests')
  await keyboard.type('first')
  await expect(rows(page)).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(3)
  for (const key of ['ArrowDown', 'j', 'j', 'k', 'Enter']) await keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Request', exact: true })
  await expect(dialog).toContainText('Second.')
  // The open request follows the cursor.
  await keyboard.press('j')
  await expect(dialog).toContainText('First.')
  await keyboard.press('k')
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await nameFocused(page)).toBe('Requests')
  await keyboard.press('ControlOrMeta+a')
  await expect(panel(page).getByText('3 selected')).toBeVisible()
  await expectNoViolations(page, 'the log with selected requests')
  await keyboard.press('Escape')
  await expect(panel(page).getByText('3 requests')).toBeVisible()
  // A replayed request opens at once.
  await keyboard.press('r')
  await expect(dialog).toContainText('Second.')
  await keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(4)
})
