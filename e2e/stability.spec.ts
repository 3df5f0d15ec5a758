// The application survives failures around its window: canceled media, errors, crashed processes, kills.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import type { Application } from './application'
import { answers, ask, askInANewChat, finished, promptField } from './chat-steps'
import { openDesktopClient } from './desktop-client'
import { findMain } from './find-main'
import { test } from './journey-test'
import { answerDialogs } from './video-steps'

/** Collects errors that the main process does not handle. */
async function watchErrors({ electron }: Application): Promise<() => Promise<string[]>> {
  await electron.evaluate(() => {
    const errors: string[] = []
    Object.assign(globalThis, { errors })
    process.on('uncaughtException', (error) => errors.push(error.message))
    process.on('unhandledRejection', (reason) => errors.push(String(reason)))
  })
  // Assigned above.
  return () => electron.evaluate(() => (globalThis as unknown as { errors: string[] }).errors)
}

test('media requests that the page cancels at any time cause no error in the main process', async ({
  application,
}) => {
  const readErrors = await watchErrors(application)
  const video = await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4'))
  const canceled = await application.page.evaluate(cancelMedia, video.toString('base64'))
  expect(canceled).toBe(1000)
  expect(await readErrors()).toEqual([])
})

/** Runs in the page. */
async function cancelMedia(videoBase64: string): Promise<number> {
  const post = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const url = `media://library/?upload=${crypto.randomUUID()}&name=${name}&offset=0&bytes=${body.length}`
    const response = await fetch(url, { method: 'POST', body })
    const { media } = (await response.json()) as { media: string }
    return `media://library/${media}`
  }
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  let canceled = 0
  // Sizes below one chunk, at the edge of one, and of two, four and many.
  for (const size of [3_000, 60_000, 100_000, 200_000, 700_000]) {
    const imageUrl = await post(
      'noise.png',
      new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, ...Array(size).fill(7)]),
    )
    for (let at = 0; at < 160; at += 1) {
      const controller = new AbortController()
      const response = await fetch(imageUrl, { signal: controller.signal, cache: 'no-store' })
      const reader = response.body?.getReader()
      for (let read = 0; read < at % 5; read += 1) await reader?.read()
      if (at % 2) await pause(at % 4)
      controller.abort()
      canceled += 1
    }
  }
  const videoUrl = await post(
    'video.mp4',
    Uint8Array.from(atob(videoBase64), (byte) => byte.charCodeAt(0)),
  )
  for (let at = 0; at < 200; at += 1) {
    const video = document.createElement('video')
    video.src = `${videoUrl}?${at}`
    await pause(at % 20)
    video.removeAttribute('src')
    video.load()
    canceled += 1
  }
  return canceled
}

const notice = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Open log folder' })

/** Collects the paths that the application opens, instead of opening them in the system's editor. */
async function watchOpened({ electron }: Application): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openPath = async (path) => {
      opened.push(path)
      return ''
    }
  })
  // Assigned above.
  return () => electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

const readLog = ({ userDataFolder }: Application) =>
  readFile(join(userDataFolder, 'logs', 'gen-playground.log'), 'utf8')

test('an error in the main process is logged and shown once, with its log, and a running answer continues', async ({
  application,
  model,
}) => {
  const { page, electron } = application
  const readOpened = await watchOpened(application)
  const stream = model.streams()
  await ask(page, 'Count.')
  stream.add('One, ')
  await expect(answers(page)).toContainText('One,')
  await electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('a timer broke, with key-of-the-scripted-model')
    })
    void Promise.reject(new Error('a promise broke'))
  })
  await expect(notice(page)).toHaveCount(1)
  await expect(notice(page)).toContainText('An unexpected error occurred.')
  stream.add('two.')
  stream.end()
  await expect(finished(page)).toContainText('One, two.')
  expect(await askInANewChat(page).then((answer) => answer.textContent())).toContain('42')
  await notice(page).getByRole('button', { name: 'Open log folder' }).click()
  const folder = join(application.userDataFolder, 'logs')
  await expect.poll(readOpened).toEqual([folder])
  const log = await readLog(application)
  expect(log).toContain('Uncaught exception\n  Error\n')
  expect(log).toContain('Unhandled rejection\n  Error\n')
  expect(log).not.toMatch(/broke|key-of-the-scripted-model/)
})

/** Resolves once the window has loaded its page again. */
async function crashWindow({ electron }: Application): Promise<void> {
  await electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()))
    contents?.forcefullyCrashRenderer()
    await loaded
  })
}

test('a crashed window reloads with its draft and the running answer, and shows a notice', async ({
  application,
  model,
}) => {
  const { page, electron } = application
  const stream = model.streams()
  await ask(page, 'Count.')
  stream.add('One, ')
  await expect(answers(page)).toContainText('One,')
  await promptField(page).fill('What I was writing')
  const { desktop } = await openDesktopClient(page)
  const readDrafts = async () => JSON.stringify(await desktop.drafts.read())
  await expect.poll(readDrafts).toContain('What I was writing')
  await crashWindow(application)
  // Playwright cannot use a crashed page, so the new content is read through the window.
  const read = (code: string) =>
    electron.evaluate(
      ({ BrowserWindow }, source) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(source) as Promise<string>,
      code,
    )
  await expect.poll(() => read('document.body.innerText')).toContain('The window reloaded after a crash.')
  await expect.poll(() => read('document.body.innerText')).toContain('One,')
  expect(await read('document.querySelector("textarea")?.value')).toBe('What I was writing')
  stream.add('two.')
  stream.end()
  await expect.poll(() => read('document.body.innerText')).toContain('One, two.')
  expect(await readLog(application)).toContain("The window's process ended: crashed")
})

test('a window that keeps crashing asks without blocking the gateway, and reloads on request', async ({
  application,
}) => {
  const { gatewayUrl } = application
  const dialogs = await answerDialogs(application, 'Reload')
  // Before that, the crashes would be those of a window that never shows anything.
  await expect.poll(() => readLog(application)).toContain('The window is open')
  for (let crashes = 0; crashes < 3; crashes += 1) await crashWindow(application)
  expect(await dialogs()).toEqual([])
  await crashWindow(application)
  expect(await dialogs()).toMatchObject([
    { message: 'The window keeps crashing', buttons: ['Reload', 'Open log folder', 'Quit'] },
  ])
  expect((await fetch(`${gatewayUrl}/healthz`)).status).toBe(200)
})

test('if not even the page that explains a missing page can be loaded, a dialog does', async ({
  application,
}) => {
  const dialogs = await answerDialogs(application, 'Try again')
  await application.electron.evaluate(({ session, BrowserWindow }) => {
    const { protocol } = session.defaultSession
    protocol.unhandle('app')
    protocol.handle('app', () => new Response(null, { status: 404 }))
    BrowserWindow.getAllWindows()[0]?.webContents.reload()
  })
  // The second attempt fails, too.
  await expect.poll(async () => (await dialogs()).length).toBeGreaterThan(1)
  expect((await dialogs())[0]).toMatchObject({
    message: 'Gen Playground couldn’t show its window',
    buttons: ['Try again', 'Start without my data', 'Show data folder', 'Open log folder', 'Quit'],
  })
  expect((await fetch(`${application.gatewayUrl}/healthz`)).status).toBe(200)
})

test('the window keeps working after its graphics process is killed', async ({ application }) => {
  const { page, electron } = application
  const findProcess = () =>
    electron.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0)
  // Without a graphics card, Chromium ends its first graphics process and starts another one.
  await expect.poll(findProcess).toBeGreaterThan(0)
  const pid = await findProcess()
  process.kill(pid, 'SIGKILL')
  await expect(notice(page)).toContainText('The graphics process restarted after a crash.')
  await expect(notice(page)).toHaveCount(1)
  expect(await askInANewChat(page, 'Hello.').then((answer) => answer.textContent())).not.toBe('')
  expect(await readLog(application)).toContain('The process GPU')
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
