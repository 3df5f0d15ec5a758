// Electron's security checklist (electronjs.org/docs/latest/tutorial/security), item by item, in the running application.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../content-guard'

test('the page has the preferences, the policy and the permissions of Electron’s checklist', async ({
  application,
  canary,
}) => {
  const { page } = application
  const protocols = new Set<string>()
  page.on('request', (sent) => protocols.add(new URL(sent.url()).protocol))
  const headers = await (await page.reload())?.allHeaders()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()

  await test.step('1, 18. everything comes from app: and media:, nothing from http: or file:', async () => {
    const local = ['app:', 'media:', 'data:', 'blob:']
    expect([...protocols].filter((protocol) => !local.includes(protocol))).toEqual([])
    const icon = pathToFileURL(join(root, 'resources', 'icons', '64x64.png')).href
    const load = (url: string) =>
      page.evaluate(async (address) => {
        const image = new Image()
        image.src = address
        const loads = [image.decode(), fetch(address)]
        return (await Promise.allSettled(loads)).map(({ status }) => status)
      }, url)
    for (const url of [canary.url, icon]) expect(await load(url), url).toEqual(['rejected', 'rejected'])
    expect(canary.received).toEqual([])
  })

  await test.step('18. app: serves no file outside of its folder', async () => {
    const paths = [
      '../package.json',
      '..%2fmain%2fmain.cjs',
      '%2e%2e/main/main.cjs',
      '..\\main\\main.cjs',
      '%',
    ]
    const statuses = await application.electron.evaluate(async ({ BrowserWindow }, all) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session
      const load = async (path: string) =>
        (await session?.fetch(`app://playground/assets/../${path}`))?.status
      return Promise.all(all.map((path) => load(path).catch(() => 404)))
    }, paths)
    expect(statuses).toEqual(paths.map(() => 404))
  })

  await test.step('2, 3, 4, 6, 8 to 12. preferences', async () => {
    // As Chromium applies them. Electron has this method, but not its types.
    const preferences = await application.electron.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((each) => (each as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()),
    )
    const secure = {
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      webviewTag: false,
    }
    expect(preferences).toEqual([expect.objectContaining(secure)])
    // Present only if it is on.
    for (const name of ['nodeIntegrationInWorker', 'navigateOnDragDrop'])
      expect(preferences[0]).not.toHaveProperty(name, true)
  })

  await test.step('2, 20. the page has neither Node.js nor anything of Electron', async () => {
    const names = ['require', 'process', 'Buffer', 'module', 'global', 'electron', 'ipcRenderer', '__dirname']
    const found = await page.evaluate((all) => all.filter((name) => name in window), names)
    expect(found).toEqual([])
  })

  await test.step('3. the page cannot change what the preload script uses', async () => {
    const wasCalled = await page.evaluate(async () => {
      let isCalled = false
      const { find } = Array.prototype
      Array.prototype.find = function (...args: Parameters<typeof find>) {
        // The page's own scripts may use it meanwhile.
        isCalled ||= !new Error().stack?.includes('app://')
        return find.apply(this, args)
      }
      const received = new Promise((resolve) =>
        window.addEventListener('message', ({ ports }) => ports.length > 0 && resolve(ports.length)),
      )
      window.postMessage('desktop-port?', location.origin)
      await received
      Array.prototype.find = find
      return isCalled
    })
    expect(wasCalled).toBe(false)
  })

  await test.step('3. the page cannot name the path of a file', async () => {
    const ids = await page.evaluate(() => {
      const identify = (files: unknown[]) => {
        const { port1, port2 } = new MessageChannel()
        const answered = new Promise((resolve) => {
          port1.onmessage = ({ data }) => resolve(data)
        })
        window.postMessage({ type: 'dropped-files', files }, location.origin, [port2])
        return answered
      }
      const path = '/etc/passwd'
      const created = Object.defineProperty(new File(['text'], path), 'path', { value: path })
      return Promise.all([[path], [{ path }], [created], []].map(identify))
    })
    expect(ids).toEqual([null, null, null, null])
  })

  await test.step('5. only the microphone and writing to the clipboard are permitted', async () => {
    expect(await page.evaluate(requestPermissions)).toEqual(['microphone', 'writing to the clipboard'])
  })

  await test.step('7. the content security policy runs only the application’s own scripts', async () => {
    const policy = (headers?.['content-security-policy'] ?? '').split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        // Each frame for a preview has a host of its own; the main process serves two pages there.
        'frame-src app://*.preview',
        "base-uri 'none'",
      ]),
    )
    expect(policy.filter((directive) => !directive.startsWith('frame-src')).join()).not.toMatch(
      /unsafe-eval|\*|https?:|script-src[^,]*unsafe/,
    )
    expect(headers?.['x-content-type-options']).toBe('nosniff')
  })

  await test.step('stored HTML and SVG are served without scripts, network and origin', async () => {
    for (const name of ['page.html', 'picture.svg']) {
      const served = await page.evaluate(async (fileName) => {
        const body = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
        const query = `upload=${crypto.randomUUID()}&name=${fileName}&offset=0&bytes=${body.length}`
        const response = await fetch(`media://library/?${query}`, { method: 'POST', body })
        const { media } = await response.json()
        return Object.fromEntries((await fetch(`media://library/${media}`)).headers)
      }, name)
      expect(served, name).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src 'none'; sandbox/),
        'x-content-type-options': 'nosniff',
      })
    }
  })

  await test.step('WebRTC has only the proxy of the page, where nothing listens', async () => {
    const network = await application.electron.evaluate(async ({ webContents }, url) => {
      const [contents] = webContents.getAllWebContents()
      return [contents?.getWebRTCIPHandlingPolicy(), await contents?.session.resolveProxy(url)]
    }, canary.url)
    expect(network).toEqual(['disable_non_proxied_udp', 'PROXY 127.0.0.1:9'])
  })
})

/** Runs in the page. Returns the names of what it can use. */
async function requestPermissions(): Promise<string[]> {
  const { mediaDevices, geolocation, clipboard, storage } = navigator
  type Request = (options?: object) => Promise<unknown>
  // TypeScript has no types for them.
  const { usb, hid, serial, bluetooth } = navigator as unknown as Record<
    'usb' | 'hid' | 'serial' | 'bluetooth',
    Record<'requestDevice' | 'requestPort', Request>
  >
  const requests: Record<string, () => unknown> = {
    microphone: () => mediaDevices.getUserMedia({ audio: true }),
    'writing to the clipboard': () => clipboard.writeText('text'),
    camera: () => mediaDevices.getUserMedia({ video: true }),
    screen: () => mediaDevices.getDisplayMedia({ video: true }),
    position: () => new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject)),
    notifications: () => Notification.requestPermission(),
    midi: () => navigator.requestMIDIAccess({ sysex: true }),
    'reading the clipboard': () => clipboard.readText(),
    storage: () => storage.persist(),
    'wake lock': () => navigator.wakeLock.request('screen'),
    usb: () => usb.requestDevice({ filters: [] }),
    hid: () => hid.requestDevice({ filters: [] }),
    serial: () => serial.requestPort(),
    bluetooth: () => bluetooth.requestDevice({ acceptAllDevices: true }),
  }
  const permitted: string[] = []
  for (const [name, request] of Object.entries(requests)) {
    const isDenied = await Promise.resolve()
      .then(request)
      .then(
        (value) => value === 'denied' || value === false,
        // A missing device is reported only to a page that may use it.
        (error: Error) => !/^(NotFound|Timeout)/.test(error.name),
      )
    if (!isDenied) permitted.push(name)
  }
  return permitted
}

test('the page can neither navigate, nor open windows, nor pass on harmful links', async ({
  application,
  canary,
}) => {
  const { page, electron } = application
  await electron.evaluate(({ webContents, shell }) => {
    const log = { prevented: [] as string[], opened: [] as string[] }
    Object.assign(globalThis, log)
    for (const contents of webContents.getAllWebContents())
      contents.on('will-frame-navigate', ({ defaultPrevented, url }) => {
        // Listeners of the application come first.
        if (defaultPrevented) log.prevented.push(url)
      })
    shell.openExternal = async (url) => void log.opened.push(url)
  })
  // Assigned above.
  const read = (name: 'prevented' | 'opened') =>
    electron.evaluate((_, each) => (globalThis as unknown as Record<string, string[]>)[each], name)

  await test.step('13. the window and its frames do not navigate', async () => {
    const url = page.url()
    const media = `media://library/${'0'.repeat(64)}`
    await page.evaluate(
      ([target = '', stored = '']) => {
        location.href = `${target}/location`
        location.assign(stored)
        location.href = 'file:///etc/hostname'
        location.href = 'data:text/html,<title>reached</title>'
        const link = Object.assign(document.createElement('a'), { href: `${target}/link` })
        const frame = Object.assign(document.createElement('iframe'), { src: `${target}/frame` })
        const form = Object.assign(document.createElement('form'), {
          action: `${target}/form`,
          method: 'post',
        })
        document.body.append(link, frame, form)
        link.click()
        form.submit()
      },
      [canary.url, media],
    )
    const prevented = expect.poll(() => read('prevented'))
    await prevented.toEqual([`${canary.url}/location`, media, `${canary.url}/link`])
    await page.evaluate((content) => {
      document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content }))
    }, `0;url=${canary.url}/refresh`)
    await prevented.toContain(`${canary.url}/refresh`)
    expect(await page.evaluate(() => [location.href, document.readyState])).toEqual([url, 'complete'])
    expect(canary.received).toEqual([])
  })

  await test.step('11, 12, 14. neither windows nor webviews are created', async () => {
    const urls = [canary.url, 'about:blank', 'app://playground/index.html']
    const opened = await page.evaluate((all) => all.map((url) => window.open(url) !== null), urls)
    expect(opened).toEqual([false, false, false])
    await page.evaluate((target) => {
      const view = document.createElement('webview')
      for (const [name, value] of Object.entries({ src: target, allowpopups: '', nodeintegration: '' }))
        view.setAttribute(name, value)
      document.body.append(view)
      const link = Object.assign(document.createElement('a'), { href: target, target: '_blank' })
      document.body.append(link)
      link.click()
    }, canary.url)
    await page.reload()
    expect(await electron.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
    expect(canary.received).toEqual([])
  })

  await test.step('a page starts no downloads', async () => {
    const wasPrevented = electron.evaluate(({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session
      return new Promise((resolve) =>
        session?.once('will-download', (event) => resolve(event.defaultPrevented)),
      )
    })
    await page.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['text']))
      Object.assign(document.createElement('a'), { href, download: 'file.txt' }).click()
    })
    expect(await wasPrevented).toBe(true)
  })

  await test.step('15, 20. only web and mail links open, and only valid calls are accepted', async () => {
    const desktop = await application.desktop()
    const harmful = { url: 'file:///etc/passwd' }
    expect(await desktop.application.openLink(harmful)).toEqual({ opened: false })
    expect(await desktop.application.openLink({ url: 'https://example.com/' })).toEqual({ opened: true })
    expect(await read('opened')).toEqual(['https://example.com/'])
    const invalid = desktop.application.openLink({ url: 5 } as unknown as { url: string })
    await expect(invalid).rejects.toThrow(/valid/i)
  })
})

test('17. only the application’s own page receives a port to the main process', async ({
  application,
  canary,
}) => {
  const preload = join(root, 'out', 'preload', 'preload.cjs')
  /** Returns the channels of the ports that a page at the URL gets, with the application's preload script. */
  const requestPorts = (url: string, partition?: string) =>
    application.electron.evaluate(
      async ({ BrowserWindow, ipcMain, session }, { url, partition, ...preferences }) => {
        const own = BrowserWindow.getAllWindows()[0]?.webContents.session
        const chosen = partition ? session.fromPartition(partition) : own
        const webPreferences = { ...preferences, ...(chosen && { session: chosen }) }
        const window = new BrowserWindow({ show: false, webPreferences })
        await window.loadURL(url)
        const sent: string[] = []
        ipcMain.prependOnceListener('desktop-port', ({ senderFrame }) => {
          Object.assign(senderFrame ?? {}, { postMessage: (channel: string) => sent.push(channel) })
        })
        // After the application's own listener, which answers at once.
        const handled = new Promise((resolve) => ipcMain.once('desktop-port', resolve))
        await window.webContents.executeJavaScript("postMessage('desktop-port?', '*')")
        await handled
        window.destroy()
        return sent
      },
      { url, partition, preload, sandbox: true, contextIsolation: true },
    )
  expect(await requestPorts('app://playground/start.html')).toEqual(['desktop-port'])
  expect(await requestPorts(canary.url, 'foreign')).toEqual([])
  expect(await requestPorts('data:text/html,x')).toEqual([])
})
