// Panels load when they are first opened: the first click works, and a file that cannot be read is reported.
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { outFolder } from '../../src/dev/paths.mjs'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { test } from '../page-test'

/** A control of each panel that only its own code renders. */
const panels = [
  ['Images', (page: Page) => page.getByRole('textbox', { name: 'Prompt' })],
  ['Video', (page: Page) => page.getByRole('button', { name: 'Generate' })],
  ['Transcribe', (page: Page) => page.getByRole('button', { name: /Record/ })],
  ['Embeddings', (page: Page) => page.getByRole('region', { name: 'Embeddings' })],
  ['Library', (page: Page) => page.getByRole('searchbox')],
  ['Gateway', (page: Page) => page.getByRole('region', { name: 'Gateway' })],
  ['Settings', (page: Page) => page.getByRole('radio', { name: 'Custom service' })],
  ['Chat', (page: Page) => page.getByRole('textbox', { name: 'Prompt' })],
] as const

test('the first click opens each panel; a missing one says so', async ({ application }) => {
  const open = (name: string) => application.page.getByRole('button', { name, exact: true }).first().click()
  await serveWithout(application, 'ImagesPanel')
  await application.page.reload()
  await open('Images')
  await expect(application.page.getByRole('heading', { name: 'Couldn’t show Images' })).toBeVisible()
  await serveWithout(application, undefined)
  await application.page.getByRole('button', { name: 'Reload window' }).click()
  for (const [name, control] of panels) {
    await open(name)
    await expect(control(application.page).first()).toBeVisible()
    await expect(application.page.locator('[aria-current="page"]')).toHaveText(name)
    await expectNoViolations(application.page, `${name}, empty`)
  }
})

/** Serves the built page, except for scripts with this name. */
function serveWithout({ electron }: Application, missing: string | undefined) {
  return electron.evaluate(
    ({ BrowserWindow, net }, { folder, missing }) => {
      const { protocol } = BrowserWindow.getAllWindows()[0]?.webContents.session ?? {}
      protocol?.unhandle('app')
      protocol?.handle('app', ({ url }) => {
        const { pathname } = new URL(url)
        const isMissing = missing !== undefined && pathname.includes(missing)
        return isMissing ? new Response(null, { status: 404 }) : net.fetch(`file://${folder}${pathname}`)
      })
    },
    { folder: join(outFolder, 'renderer'), missing },
  )
}
