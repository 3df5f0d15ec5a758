// Watches the page: its longest tasks, the frames it draws, its last answer. What runs in the page stands as text.

/** @typedef {import('playwright').Page} Page */

/** From now on. @param {Page} page */
export async function watchTasks(page) {
  await page.evaluate(`{
    window.longestTask = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
    }).observe({ type: 'longtask' })
  }`)
}

/** Milliseconds since this was last asked; 0 where no task took longer than 50. @param {Page} page @returns {Promise<number>} */
export function readLongest(page) {
  return page.evaluate(
    '(() => { const longest = longestTask; longestTask = 0; return Math.round(longest) })()',
  )
}

/** Frames a second. @param {Page} page @param {number} milliseconds @returns {Promise<number>} */
export function countFrames(page, milliseconds) {
  return page.evaluate(`new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const count = () => {
      frames += 1
      const passed = performance.now() - began
      if (passed < ${milliseconds}) requestAnimationFrame(count)
      else resolve((frames * 1000) / passed)
    }
    requestAnimationFrame(count)
  })`)
}

/** Milliseconds from a press to the end of the first frame in which that is there; both run in the page, as text. @param {Page} page @param {string} press @param {string} isThere @returns {Promise<number>} */
export function measureFrame(page, press, isThere) {
  return page.evaluate(toFrame(`{ begin(); ${press} }`, isThere))
}

/**
 * Milliseconds to a conversation's first frame with messages: from where the mouse is pressed on it, and from the click,
 * which comes with the release. A hand takes longer between the two.
 * @param {Page} page @param {string} title @returns {Promise<{ ofPress: number, ofClick: number }>}
 */
export async function measurePaint(page, title) {
  const row = page.locator('button, a').filter({ hasText: title }).first()
  await row.hover()
  const whenPressed = `{
    const heard = { capture: true, once: true }
    addEventListener('pointerdown', ({ timeStamp }) => { begin(); window.pressedAt = timeStamp }, heard)
    addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp }, heard)
  }`
  const isThere = `document.querySelector('[aria-label="Messages"] .markdown-block')`
  await page.evaluate(`void (window.painted = ${toFrame(whenPressed, isThere)})`)
  await page.mouse.down()
  await page.mouse.up()
  return page.evaluate('painted.then((ofPress) => ({ ofPress, ofClick: ofPress - (clickedAt - pressedAt) }))')
}

/** As text: what resolves to the milliseconds from `begin()`, which `start` calls, to the end of that frame. @param {string} start @param {string} isThere */
function toFrame(start, isThere) {
  return `new Promise((resolve, reject) => {
    let began = 0
    const begin = () => {
      changes.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
      began = performance.now()
    }
    const late = setTimeout(() => reject(new Error('It was not there within five minutes.')), 300000)
    const changes = new MutationObserver(() => {
      if (!(${isThere})) return
      changes.disconnect()
      clearTimeout(late)
      // It is told within the frame that lays this out; the message comes once that frame is painted.
      const frame = new ResizeObserver(() => {
        frame.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - began)
        port2.postMessage(null)
      })
      frame.observe(document.body)
    })
    ${start}
  })`
}

/** Pixels between what is in view and the end of the thread. @param {Page} page @returns {Promise<number>} */
export function readGap(page) {
  return page.evaluate(`(() => {
    const messages = document.querySelector('[aria-label="Messages"]')
    return Math.round(messages.scrollHeight - messages.scrollTop - messages.clientHeight)
  })()`)
}

/** @param {Page} page @returns {Promise<{ isBusy: boolean, height: number }>} */
export function readLastAnswer(page) {
  return page.evaluate(`(() => {
    const answer = [...document.querySelectorAll('[aria-label="Answer"]')].at(-1)
    return { isBusy: answer?.getAttribute('aria-busy') !== 'false', height: answer?.clientHeight ?? 0 }
  })()`)
}
