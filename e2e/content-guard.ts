// Notices if hostile content scripts, sends a request, navigates, opens a window or a program, or adds an element.
import { expect } from '@playwright/test'
import type { Application } from './application'
import type { ScriptedService } from './scripted-service'

interface ShownLink {
  href: string
  /** The address in the dialog that a click opens. */
  dialog: string
}

export interface ContentGuard {
  /** One line for each finding; it contains the case's name, because every payload does. */
  findHarm(): Promise<string[]>
  /** `subject` names the content in a failure. */
  expectHarmless(subject: string): Promise<void>
  /** Shows the whole last answer, and clicks all of its links; returns the names of the cases that were shown. */
  scrollThroughAnswer(): Promise<{ shown: string[]; links: ShownLink[] }>
}

export async function openContentGuard(
  { page, electron }: Application,
  canary: ScriptedService,
): Promise<ContentGuard> {
  const seen = new Set<string>()
  page.on('dialog', (dialog) => {
    seen.add(`alert: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await electron.evaluate(({ app, webContents, shell }) => {
    const harm: string[] = []
    Object.assign(globalThis, { harm })
    for (const contents of webContents.getAllWebContents()) {
      contents.on('will-frame-navigate', ({ url }) => {
        // Frames of diagrams and running scripts start here.
        if (!/^app:\/\/[\w-]+\.preview\/(diagram|script)-frame\.html$/.test(url))
          harm.push(`navigation: ${url}`)
      })
      contents.on('did-navigate', (_event, url) => harm.push(`navigation: ${url}`))
    }
    app.on('web-contents-created', () => harm.push('window'))
    shell.openExternal = async (url) => void harm.push(`opened: ${url}`)
  })
  await page.evaluate(startWatching)

  async function findHarm(): Promise<string[]> {
    const outside = await electron.evaluate(() => (globalThis as unknown as { harm: string[] }).harm)
    const inside = await page.evaluate(() => (window as unknown as WatchedWindow).readHarm())
    for (const found of [...outside, ...inside]) seen.add(found)
    for (const { path } of canary.received) seen.add(`request: ${path}`)
    return [...seen]
  }

  return {
    findHarm,
    expectHarmless: async (subject) => expect(await findHarm(), subject).toEqual([]),
    scrollThroughAnswer: () => page.evaluate(scrollThroughAnswer),
  }
}

interface WatchedWindow {
  /** Called by every payload. */
  hostile: (name: string) => void
  readHarm: () => string[]
}

/** Runs in the page. */
function startWatching(): void {
  const tags =
    'script,base,meta,link,object,embed,applet,iframe,frame,frameset,webview,portal,form[action],foreignObject,animate,set,use,area,template,noscript,dialog'
  const own = new Set(document.querySelectorAll(tags))
  const webLink = /^(https?:|mailto:|#|$)/i
  const isBuilt = (element: Element) =>
    /^app:\/\/playground\/assets\//.test((element as HTMLLinkElement).href ?? '')
  const findProblem = (element: Element): boolean => {
    // Panels load their style sheets when they are opened, and frames show untrusted HTML and SVG.
    if (element.matches('link') && isBuilt(element)) return false
    const isFrame = element.matches(
      'iframe[sandbox=""]:is([title="Search suggestions"], [title="SVG preview"], [title="HTML preview"]), iframe[sandbox="allow-scripts"]:is([title="Mermaid preview"], [title="HTML preview with scripts"])',
    )
    if (element.matches(tags) && !isFrame) return true
    return [...element.attributes].some(({ name, value }) => {
      const plain = value.replace(/[\p{Cc}\s]/gu, '')
      if (name.startsWith('on')) return true
      if (name === 'style') return /url\(/i.test(value)
      if (name === 'href') return !webLink.test(plain) || element.tagName !== 'A'
      const loads = [
        'src',
        'srcset',
        'poster',
        'data',
        'background',
        'action',
        'formaction',
        'ping',
        'xlink:href',
      ]
      if (!loads.includes(name)) return false
      return !/^(media:|app:\/\/(playground\/assets|[\w-]+\.preview)\/|blob:|data:image\/|\.\/)/i.test(plain)
    })
  }
  const harm: string[] = []
  const check = (element: Element) => {
    if (!own.has(element) && findProblem(element)) harm.push(`element: ${element.outerHTML.slice(0, 300)}`)
  }
  const handle = (records: MutationRecord[]) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') check(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        check(node)
        node.querySelectorAll('*').forEach(check)
      }
    }
  }
  // Also notices elements that exist only while an answer streams.
  new MutationObserver(handle).observe(document, { subtree: true, childList: true, attributes: true })
  Object.assign(window, {
    hostile: (name: string) => harm.push(`script: ${name}`),
    readHarm: () => harm,
  })
}

/** Runs in the page. */
async function scrollThroughAnswer() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const until = async <Value>(read: () => Value | null | undefined | false): Promise<Value> => {
    for (;;) {
      const value = read()
      if (value) return value
      await frame()
    }
  }
  const answer = await until(() => [...document.querySelectorAll('article[aria-label="Response"]')].at(-1))
  const scroller = await until(() => answer.closest<HTMLElement>('.overflow-y-scroll'))
  const isShown = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const shown = new Set<string>()
  const links = new Map<string, string>()
  const clickLink = async (link: HTMLAnchorElement, type: 'click' | 'auxclick') => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: type === 'click' ? 0 : 1 })
    link.dispatchEvent(event)
    const dialog = await until(() => document.querySelector('[role=dialog]'))
    links.set(link.href, dialog.querySelector('p.font-mono')?.textContent ?? '')
    await until(() =>
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel'),
    ).then((button) => button.click())
    await until(() => !document.querySelector('[role=dialog]'))
  }
  scroller.scrollTop = 0
  for (;;) {
    await frame()
    // Content near the viewport is rendered a moment later.
    await until(() =>
      [...answer.querySelectorAll('.markdown-group')].every((group) => !isShown(group) || group.firstChild),
    )
    for (const { textContent } of answer.querySelectorAll('p'))
      if (textContent?.startsWith('case:')) shown.add(textContent.slice('case:'.length))
    for (const link of answer.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (links.has(link.href)) continue
      await clickLink(link, 'click')
      await clickLink(link, 'auxclick')
    }
    const before = scroller.scrollTop
    scroller.scrollTop += scroller.clientHeight / 2
    if (scroller.scrollTop === before) break
  }
  return { shown: [...shown], links: [...links].map(([href, dialog]) => ({ href, dialog })) }
}
