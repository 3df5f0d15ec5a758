// The application survives crashes of its window and of its graphics process, and repeated errors of its own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Application } from './application'
import { answers, ask, askInANewChat, promptField } from './chat-steps'
import { findMain } from './find-main'
import { test } from './journey-test'
import { answerDialogs } from './video-steps'

const readLog = ({ userDataFolder }: Application) =>
  readFile(join(userDataFolder, 'logs', 'gen-playground.log'), 'utf8')

/** Resolves once the window has loaded its page again. */
async function crashWindow({ electron }: Application): Promise<void> {
  await electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()))
    contents?.forcefullyCrashRenderer()
    await loaded
  })
}

test('the window survives crashes with its draft and a running response, and asks when nothing else helps', async ({
  application,
  model,
}) => {
  const { page, electron, gatewayUrl } = application
  // Playwright cannot use a page that has crashed, so the new content is read through the window.
  const readText = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const source = 'document.body.innerText + document.querySelector("textarea")?.value'
      return BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(source) as Promise<string>
    })
  const isGatewayRunning = async () => (await fetch(`${gatewayUrl}/healthz`)).ok

  await test.step('a crash of the graphics process is shown once, and the page works on', async () => {
    const findProcess = () =>
      electron.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0)
    // Without a graphics card, Chromium ends its first graphics process and starts another one.
    await expect.poll(findProcess).toBeGreaterThan(0)
    process.kill(await findProcess(), 'SIGKILL')
    const notice = page.getByRole('listitem').filter({ hasText: 'Open log folder' })
    await expect(notice).toHaveText(/The graphics process restarted after a crash\./)
    await expect(await askInANewChat(page)).toContainText('42')
    expect(await readLog(application)).toContain('The process GPU')
  })

  await test.step('a crashed window reloads with its draft and the running response', async () => {
    const stream = model.streams()
    await ask(page, 'Count.')
    stream.add('One, ')
    await expect(answers(page).last()).toContainText('One,')
    await promptField(page).fill('What I was writing')
    const { drafts } = await application.desktop()
    await expect.poll(async () => JSON.stringify(await drafts.read())).toContain('What I was writing')
    await crashWindow(application)
    await expect.poll(readText).toContain('The window reloaded after a crash.')
    await expect.poll(readText).toContain('One,')
    expect(await readText()).toContain('What I was writing')
    stream.add('two.')
    stream.end()
    await expect.poll(readText).toContain('One, two.')
    expect(await readLog(application)).toContain("The window's process ended: crashed")
  })

  await test.step('if it keeps crashing, a dialog asks', async () => {
    const readDialogs = await answerDialogs(application, 'Reload')
    for (let crashes = 0; crashes < 2; crashes += 1) await crashWindow(application)
    expect(await readDialogs()).toEqual([])
    await crashWindow(application)
    expect(await readDialogs()).toMatchObject([
      { message: 'The window keeps crashing', buttons: ['Reload', 'Open log folder', 'Quit'] },
    ])
    expect(await isGatewayRunning()).toBe(true)
  })

  await test.step('if not even the page that explains a missing page can be loaded, a dialog does', async () => {
    const readDialogs = await answerDialogs(application, 'Try again')
    await electron.evaluate(({ session, BrowserWindow }) => {
      const { protocol } = session.defaultSession
      protocol.unhandle('app')
      protocol.handle('app', () => new Response(null, { status: 404 }))
      BrowserWindow.getAllWindows()[0]?.webContents.reload()
    })
    // The second attempt fails, too.
    await expect.poll(async () => (await readDialogs()).length).toBeGreaterThan(1)
    expect((await readDialogs())[0]).toMatchObject({
      message: 'Gen Playground couldn’t show its window',
      buttons: ['Try again', 'Start without my data', 'Show data folder', 'Open log folder', 'Quit'],
    })
    expect(await isGatewayRunning()).toBe(true)
  })
})

test('repeated errors in the main process restart the application once, with everything saved', async ({
  application,
}) => {
  const { page, electron, userDataFolder } = application
  await promptField(page).fill('What I was writing')
  const closed = electron.waitForEvent('close')
  await electron.evaluate(() => {
    for (let count = 0; count < 4; count += 1) {
      setTimeout(() => {
        throw new Error('permanent failure')
      })
    }
  })
  await closed
  const findRestarted = () => findMain(`--user-data-dir=${userDataFolder}`, '--restarted-at=')
  await expect.poll(findRestarted).toBeGreaterThan(0)
  const pid = await findRestarted()
  await expect.poll(() => readLog(application)).toContain('Restarted after repeated errors')
  process.kill(pid, 'SIGTERM')
  await expect.poll(findRestarted).toBe(0)
  await application.launch()
  await expect(promptField(application.page)).toHaveValue('What I was writing')
})
