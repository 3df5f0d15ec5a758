// A picture in an answer is stored once as a file, served from there, and never in the database as Base64.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

test('an image generated in a chat is stored as a file and served through media://, with ranges', async ({
  application,
}) => {
  const { page, electron, userDataFolder } = application
  await page.getByRole('combobox', { name: 'Model' }).first().click()
  await page.getByRole('option', { name: /Gen 3 Pro Image/ }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at dusk.')
  await page.getByRole('button', { name: 'Send' }).click()
  const image = page.getByRole('article', { name: 'Response' }).getByRole('img').last()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1024)
  const url = (await image.getAttribute('src')) ?? ''
  const hash = /^media:\/\/library\/([0-9a-f]{64})$/.exec(url)?.[1]
  expect(hash).toBeDefined()

  const names = await readdir(join(userDataFolder, 'media'), { recursive: true })
  const [name] = names.filter((one) => one.includes(hash ?? '-') && !one.endsWith('.json'))
  const bytes = await readFile(join(userDataFolder, 'media', name ?? ''))
  const request = (range?: string) =>
    electron.evaluate(
      async ({ net }, [url, range]) => {
        const response = await net.fetch(url ?? '', range ? { headers: { range } } : {})
        const body = Buffer.from(await response.arrayBuffer())
        return [response.status, response.headers.get('content-range'), body.toString('base64')]
      },
      [url, range],
    )
  expect(await request()).toEqual([200, null, bytes.toString('base64')])
  const slice = bytes.subarray(10, 20).toString('base64')
  expect(await request('bytes=10-19')).toEqual([206, `bytes 10-19/${bytes.length}`, slice])
  expect((await request(`bytes=${bytes.length}-`))[0]).toBe(416)

  await application.close()
  const database = await readFile(join(userDataFolder, 'workspace.db'), 'latin1')
  expect(database).not.toContain(bytes.toString('base64').slice(0, 64))
})
