// The request log: found, filtered, sorted, and compared requests, and the whole of it by keyboard.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { type Script, sendApiRequest } from '../api-requests'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

const generate = '/v1beta/models/gen-2.5-flash:generateContent'

const asJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const toPrompt = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })

const panel = (page: Page) => page.getByRole('region', { name: 'Gateway', exact: true })
/** Without the row of column names. */
const rows = (page: Page) => panel(page).getByRole('grid', { name: 'Requests' }).locator('[data-id]')
const search = (page: Page) => panel(page).getByRole('searchbox', { name: 'Search requests' })
const detail = (page: Page) => panel(page).getByRole('region', { name: 'Request details' })

async function openLog({ page, gatewayUrl }: Application): Promise<Script> {
  const { desktop } = await openDesktopClient(page)
  const { key } = await desktop.localKey.read()
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  return { gatewayUrl, localKey: key, responses: [] }
}

test('requests are found by what they contain, grouped, sorted, replayed, compared and exported', async ({
  application,
}, testInfo) => {
  const { page, gatewayUrl } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  const script = await openLog(application)
  await fetch(gatewayUrl + generate, asJson(toPrompt('No key.')))
  const heron = await sendApiRequest(script, generate, asJson(toPrompt('A heron by the river.')))
  const failure = asJson(toPrompt('An owl.'), { 'x-demo': 'fail=429', 'user-agent': 'nightly/2.0' })
  await sendApiRequest(script, generate, failure)
  const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const started = await sendApiRequest(script, video, asJson({ instances: [{ prompt: 'A boat' }] }))
  const operation = `/v1beta/${JSON.parse(started.text).name}`
  for (let count = 0; count < 3; count += 1) await sendApiRequest(script, operation)

  // Three polls are one row, which opens to the other two.
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).filter({ hasText: '401 rejected' })).toContainText('E2 Generation')
  await panel(page).getByRole('button', { name: 'Expand polls' }).click()
  await expect(rows(page)).toHaveCount(7)
  await panel(page).getByRole('button', { name: 'Collapse polls' }).click()

  // The words of a body, an error, and the ID that a response carries.
  for (const [text, found] of [
    ['heron by the', '200'],
    ['simulated error', '429 failed'],
    [heron.headers.get('x-exchange-id') ?? '', '200'],
  ] as const) {
    await search(page).fill(text)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(found)
  }
  await panel(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(5)
  await rows(page).filter({ hasText: '429' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by client' }).click()
  await expect(panel(page).getByRole('list', { name: 'Active filters' })).toContainText('nightly/2.0')
  await expect(rows(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Clear filters' }).click()

  const head = (name: string) => panel(page).getByRole('columnheader', { name })
  await head('Status').getByRole('button').click()
  await expect(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await head('Status').getByRole('button').click()
  await expect(rows(page).first()).toContainText('429')
  await head('Status').getByRole('button').click()
  await expect(head('Time')).toHaveAttribute('aria-sort', 'descending')
  const widthOf = async () => (await head('Status').boundingBox())?.width ?? 0
  const before = await widthOf()
  await panel(page).getByRole('separator', { name: 'Status' }).press('ArrowRight')
  expect(await widthOf()).toBeGreaterThan(before)
  await panel(page).getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Model', checked: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Model' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(head('Model')).toBeHidden()

  // A replayed request opens at once.
  await rows(page).filter({ hasText: generate }).filter({ hasText: '200' }).click()
  await expect(detail(page)).toContainText('A heron by the river.')
  await expectNoViolations(page, 'the log with an open request')
  const id = await rows(page).filter({ hasText: '200' }).first().getAttribute('data-id')
  await detail(page).getByRole('button', { name: 'Replay request' }).click()
  await expect(rows(page)).toHaveCount(6)
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  expect(await rows(page).first().getAttribute('data-id')).not.toBe(id)
  await expect(detail(page)).toContainText('A heron by the river.')

  await rows(page)
    .filter({ hasText: '429' })
    .click({ modifiers: ['Control'] })
  await expect(panel(page).getByText('2 selected')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Compare requests' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare requests' })
  const inserted = comparison.getByRole('region', { name: 'Request changes' }).locator('ins')
  await expect(inserted.last()).toContainText('heron')
  await page.keyboard.press('Escape')

  const file = join(testInfo.outputDir, 'requests.har')
  await choosePath(application, file)
  await search(page).fill('simulated')
  await expect(rows(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Export matching requests…' }).click()
  await expect(page.getByText(/1 request exported/)).toBeVisible()
  const { log } = JSON.parse(await readFile(file, 'utf8'))
  expect(log.entries).toHaveLength(1)
  expect(log.entries[0].response.status).toBe(429)
  expect(JSON.stringify(log)).not.toContain(script.localKey)
})

test('the log is used by keyboard alone, in a small window', async ({ application }) => {
  const { page, electron } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const script = await openLog(application)
  for (const text of ['First.', 'Second.', 'Third.'])
    await sendApiRequest(script, generate, asJson(toPrompt(text)))
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('/')
  expect(await nameFocused(page)).toBe('Search requests')
  await page.keyboard.type('first')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request', exact: true })
  await expect(dialog).toContainText('Second.')
  await page.keyboard.press('j')
  await expect(dialog).toContainText('First.')
  await page.keyboard.press('k')
  await expect(dialog).toContainText('Second.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await nameFocused(page)).toBe('Requests')
  await page.keyboard.press('c')
  await expect(page.getByText('curl command copied')).toBeVisible()
  const command = await electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(command).toContain(`${application.gatewayUrl}${generate}`)
  expect(command).toContain('"Second."')
  expect(command).not.toContain(script.localKey)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(panel(page).getByText('3 selected')).toBeVisible()
  await expectNoViolations(page, 'the log with selected requests')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('3 requests')).toBeVisible()
  await page.keyboard.press('r')
  await expect(dialog).toContainText('Second.')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(4)
  // Only the rows in view, and some around them, are rendered.
  await Promise.all(Array.from({ length: 60 }, () => sendApiRequest(script, '/v1beta/models')))
  await expect(panel(page).getByText('64 requests')).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(50)
  // Nothing is cut off or needs horizontal scrolling, even at twice the size.
  await resize(application, { width: 900, height: 600, zoom: 2 })
  const header = panel(page).getByRole('banner').or(panel(page).locator('header')).first()
  expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
