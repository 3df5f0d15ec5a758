// Takes the screenshots in all sizes and themes. `npm run screenshots` sets the folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../page-test'
import { resize } from '../window-size'
import { type Shot, shots } from './shots'

interface Variant {
  width: number
  height: number
  theme: 'light' | 'dark'
}

const readmeFolder = join(root, 'resources', 'screenshots')
const { SCREENSHOTS_FOLDER: outFolder = '.', SCREENSHOTS_ONLY: only } = process.env

const variants: Variant[] = [
  { width: 900, height: 600, theme: 'light' },
  { width: 900, height: 600, theme: 'dark' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 2560, height: 1440, theme: 'light' },
  { width: 2560, height: 1440, theme: 'dark' },
]

for (const variant of variants) {
  test(`${variant.width} × ${variant.height}, ${variant.theme}`, async ({ application }) => {
    await mkdir(outFolder, { recursive: true })
    await mkdir(readmeFolder, { recursive: true })
    const { page } = application
    page.setDefaultTimeout(10_000)
    const { theme, ...size } = variant
    await resize(application, { ...size, zoom: 1 })
    await (await application.desktop()).settings.update({ theme, chatTitles: false })
    const failures: string[] = []
    for (const shot of shots.filter(({ name }) => !only || name === only)) {
      const path = toPath(shot, variant)
      try {
        await shot.show(application)
        // No tooltip covers anything.
        await page.mouse.move(0, 0)
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
        console.log(path)
      } catch (error) {
        failures.push(`Couldn't take ${path}: ${error}`)
      }
    }
    expect(failures).toEqual([])
  })
}

function toPath({ name, isInReadme }: Shot, { width, height, theme }: Variant): string {
  if (isInReadme && width === 1440) return join(readmeFolder, `${name}-${theme}.png`)
  return join(outFolder, `${name}-${width}x${height}-${theme}.png`)
}
