// Notices if hostile content scripts, sends a request, navigates, opens a window or a program, or adds an element.
import { expect } from '@playwright/test'
import type { Application } from './application'
import { test as base } from './page-test'
import { openScriptedService, type ScriptedService } from './scripted-service'

interface ContentGuard {
  /** One line for each finding; it contains the case's name, because every payload does. */
  findHarm(): Promise<string[]>
  /** `subject` names the content in a failure. */
  expectHarmless(subject: string): Promise<void>
}

interface Fixtures {
  /** A server that nothing may reach. */
  canary: ScriptedService
  guard: ContentGuard
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  canary: async ({}, use) => {
    const canary = await openScriptedService()
    canary.answer = (_incoming, outgoing) => outgoing.end('<title>reached</title>')
    await use(canary)
    canary.close()
  },
  guard: async ({ application, canary }, use) => use(await openContentGuard(application, canary)),
})

async function openContentGuard(
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
    const [contents] = webContents.getAllWebContents()
    contents?.on('will-frame-navigate', ({ url }) => {
      // Frames of diagrams and running scripts start here.
      if (!/^app:\/\/[\w-]+\.preview\/(diagram|script)-frame\.html$/.test(url))
        harm.push(`navigation: ${url}`)
    })
    contents?.on('did-navigate', (_event, url) => harm.push(`navigation: ${url}`))
    const reportWindow = () => harm.push('window')
    app.on('web-contents-created', reportWindow)
    // The listener would outlast the test.
    contents?.once('destroyed', () => app.off('web-contents-created', reportWindow))
    shell.openExternal = async (url) => void harm.push(`opened: ${url}`)
  })
  await page.evaluate(startWatching)

  // Both have their own.
  const read = () => (globalThis as unknown as { harm: string[] }).harm
  async function findHarm(): Promise<string[]> {
    for (const found of [...(await electron.evaluate(read)), ...(await page.evaluate(read))]) seen.add(found)
    for (const { path } of canary.received) seen.add(`request: ${path}`)
    return [...seen]
  }
  return { findHarm, expectHarmless: async (subject) => expect(await findHarm(), subject).toEqual([]) }
}

/** Runs in the page. Payloads call `hostile`. */
function startWatching(): void {
  const harm: string[] = []
  Object.assign(window, { harm, hostile: (name: string) => harm.push(`script: ${name}`) })
  const tags =
    'script,base,meta,link,object,embed,applet,iframe,frame,frameset,webview,portal,form[action],foreignObject,animate,set,use,area,template,noscript,dialog'
  const frames =
    'iframe[sandbox=""]:is([title="Search suggestions"], [title="SVG preview"], [title="HTML preview"]), iframe[sandbox="allow-scripts"]:is([title="Mermaid preview"], [title="HTML preview with scripts"])'
  // `action` has an effect only on forms, none of which may be left.
  const loading = /^(src|srcset|poster|data|background|formaction|ping|xlink:href)$/
  const own = new Set(document.querySelectorAll(tags))
  const isHarmful = (element: Element): boolean => {
    // Panels load their style sheets when they are opened, and frames show untrusted HTML and SVG.
    if (element.matches('link[href^="app://playground/assets/"], link[href^="./assets/"]')) return false
    if (element.matches(tags) && !element.matches(frames)) return true
    return [...element.attributes].some(({ name, value }) => {
      const plain = value.replace(/[\p{Cc}\s]/gu, '')
      if (name.startsWith('on')) return true
      if (name === 'style') return /url\(/i.test(value)
      if (name === 'href') return !/^(https?:|mailto:|#|$)/i.test(plain) || element.tagName !== 'A'
      if (!loading.test(name)) return false
      return !/^(media:|app:\/\/(playground\/assets|[\w-]+\.preview)\/|blob:|data:image\/|\.\/)/i.test(plain)
    })
  }
  const check = (element: Element) => {
    if (!own.has(element) && isHarmful(element)) harm.push(`element: ${element.outerHTML.slice(0, 300)}`)
  }
  // Also notices elements that exist only while an answer streams.
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') check(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        check(node)
        node.querySelectorAll('*').forEach(check)
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** Runs in the page. Scrolls through the last answer, whose text is rendered near the viewport. Returns the cases shown. */
export async function scrollThroughAnswer(): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const [answer] = [...document.querySelectorAll('article[aria-label="Response"]')].slice(-1)
  const scroller = answer?.closest<HTMLElement>('.overflow-y-scroll')
  if (!answer || !scroller) throw new Error('No answer is shown.')
  const isRendered = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect()
    return bottom <= 0 || top >= innerHeight || part.firstChild !== null
  }
  const shown = new Set<string>()
  scroller.scrollTop = 0
  for (let before = -1; before !== scroller.scrollTop; scroller.scrollTop += scroller.clientHeight * 0.8) {
    before = scroller.scrollTop
    await frame()
    // A section far from the viewport has no groups yet.
    const parts = () => [...answer.querySelectorAll('.markdown-section, .markdown-group')]
    while (!parts().every(isRendered)) await frame()
    for (const { textContent } of answer.querySelectorAll('p'))
      if (textContent?.startsWith('case:')) shown.add(textContent.slice('case:'.length))
  }
  return [...shown]
}
