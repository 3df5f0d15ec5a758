// Takes the screenshots in all sizes and themes: `npm run screenshots`, which names a folder and perhaps one of them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../application'
import { type Shot, shots } from './shots'

interface Look {
  width: number
  height: number
  theme: 'light' | 'dark'
}

const readmeFolder = join(root, 'resources', 'screenshots')
const { SCREENSHOTS_FOLDER: outFolder = '.', SCREENSHOTS_ONLY: only } = process.env

const looks: Look[] = [
  { width: 900, height: 600, theme: 'light' },
  { width: 900, height: 600, theme: 'dark' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
]

for (const look of looks) {
  test(`${look.width} × ${look.height}, ${look.theme}`, async ({ application }) => {
    await mkdir(outFolder, { recursive: true })
    await mkdir(readmeFolder, { recursive: true })
    const { electron, page } = application
    page.setDefaultTimeout(10_000)
    // A window that is resized before it has drawn anything may never answer.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await electron.evaluate(({ BrowserWindow, nativeTheme }, { width, height, theme }) => {
      nativeTheme.themeSource = theme
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height)
    }, look)
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([look.width, look.height])
    const failures: string[] = []
    for (const shot of shots.filter(({ name }) => !only || name === only)) {
      const path = toPath(shot, look)
      try {
        await shot.stage(page)
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

function toPath({ name, isInReadme }: Shot, { width, height, theme }: Look): string {
  if (isInReadme && width === 1440) return join(readmeFolder, `${name}-${theme}.png`)
  return join(outFolder, `${name}-${width}x${height}-${theme}.png`)
}
