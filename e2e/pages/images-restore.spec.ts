// A saved picture that is dropped restores its prompt, parameters and references, which can be undone.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { choosePath } from '../chat-steps'
import { chooseOption, composer, draw, images, inline, instruction, paint, steps } from '../drawing-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'

const panel = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const references = (page: Page) => page.getByRole('list', { name: 'Attachments' })

const copies = [
  { name: 'the original file', item: /^Save as…/, isSame: true },
  { name: 'a copy with the prompt inside', item: /^Save a copy with prompt…/, isSame: false },
]

for (const { name, item, isSame } of copies) {
  test(`dropping ${name} restores the prompt, the settings and the references`, async ({
    application,
    imageModel,
  }, testInfo) => {
    const { page } = application
    await chooseOption(page, 'Model', /Gen 3 Pro Image/)
    await chooseOption(page, 'Aspect ratio', '16:9')
    await chooseOption(page, 'Size', '2K')
    const reference = paint({ width: 20, height: 20 }, 0x00ff00)
    await page
      .getByLabel('Images to add')
      .setInputFiles([{ name: 'green.png', mimeType: 'image/png', buffer: reference }])
    await expect(references(page).getByRole('listitem')).toHaveCount(1)
    await draw(page, 'A lighthouse, as green as this.')
    const [request] = await imageModel.wait(1)
    const picture = paint({ width: 160, height: 90 }, 0x123456)
    request?.answer(inline(picture))
    await expect(images(page)).toHaveCount(1)
    const path = testInfo.outputPath('saved.png')
    await choosePath(application, path)
    await page.getByRole('button', { name: 'More actions for this image' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
    const saved = await readFile(path)
    expect(saved.equals(picture)).toBe(isSame)

    await page.getByRole('button', { name: 'New session' }).first().click()
    await expect(steps(page)).toHaveCount(0)
    await chooseOption(page, 'Aspect ratio', '1:1')
    await instruction(page).fill('Something else that I was writing')
    await dropFiles(panel(page), { name: 'saved.png', mimeType: 'image/png', buffer: saved })
    await expect(composer(page)).toContainText('Prompt and settings restored')
    await expect(instruction(page)).toHaveValue('A lighthouse, as green as this.')
    const setting = (label: string) => composer(page).getByRole('combobox', { name: label, exact: true })
    await expect(setting('Aspect ratio')).toHaveText('16:9')
    await expect(setting('Size')).toHaveText('2K')
    await expect(setting('Model')).toContainText('Gen 3 Pro Image')
    await expect(references(page).getByRole('listitem')).toHaveCount(1)

    await composer(page).getByRole('button', { name: 'Undo' }).click()
    await expect(instruction(page)).toHaveValue('Something else that I was writing')
    await expect(setting('Aspect ratio')).toHaveText('1:1')
    await expect(references(page)).toHaveCount(0)
    await dropFiles(panel(page), { name: 'saved.png', mimeType: 'image/png', buffer: saved })
    await composer(page).getByRole('button', { name: 'Use as reference instead' }).click()
    await expect(instruction(page)).toHaveValue('Something else that I was writing')
    await expect(references(page).getByRole('button', { name: /^saved\.png/ })).toBeVisible()
    await composer(page).getByRole('button', { name: 'Remove saved.png' }).click()
    await dropFiles(panel(page), { name: 'saved.png', mimeType: 'image/png', buffer: saved })
    await composer(page).getByRole('button', { name: 'Generate', exact: true }).click()
    const [again] = await imageModel.wait(1, 1)
    expect(again?.body).toEqual(request?.body)
  })
}
