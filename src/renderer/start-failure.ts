// Explains why the application or its window could not start. Main passes the explanation in the page's URL.
import './starting.css'
import type { StartFailure } from '#shared/schemas/application-status'
import { formatMoment } from './components/format'

function find<Type extends HTMLElement>(id: string): Type {
  // The page has all of them.
  return document.getElementById(id) as Type
}

function render(): void {
  // Main wrote it; no other page can navigate here.
  const failure = JSON.parse(decodeURIComponent(location.hash.slice(1))) as StartFailure
  find('title').textContent = failure.title
  find('reason').textContent = failure.reason
  find('folder').textContent = failure.dataFolder
  find<HTMLTextAreaElement>('log').value = failure.log || 'The log is empty.'
  find<HTMLTextAreaElement>('details').value = failure.details
  renderSnapshot(failure.snapshot)
  const tryAgain = document.querySelector<HTMLElement>('[data-action="try-again"]')
  const primary = failure.snapshot ? find('restore') : tryAgain
  tryAgain?.classList.remove('primary')
  primary?.classList.add('primary')
  primary?.focus()
  scrollToLastEntry(find<HTMLTextAreaElement>('log'))
  document.documentElement.dataset.shown = ''
}

/** It says why, and its positions in the code follow. */
function scrollToLastEntry(log: HTMLTextAreaElement): void {
  const lines = log.value.trimEnd().split('\n')
  const last = lines.length - 1 - lines.reverse().findIndex((line) => !line.startsWith(' '))
  log.scrollTop = (log.scrollHeight * last) / (lines.length + 1)
}

function renderSnapshot(snapshot: StartFailure['snapshot']): void {
  find('restore').hidden = snapshot === null
  if (!snapshot) return
  const version = snapshot.appVersion ? `version ${snapshot.appVersion}` : 'an earlier version'
  find('confirm-title').textContent = `Restore the snapshot from ${formatMoment(snapshot.savedAt)}?`
  find('confirm-text').textContent =
    `It was saved by ${version}. Changes to chats and settings since then aren’t in it. ` +
    'The present database stays in the data folder under another name.'
}

for (const button of document.querySelectorAll<HTMLElement>('[data-action]')) {
  button.addEventListener('click', () => {
    find<HTMLDialogElement>('confirm').close()
    // Main handles this navigation and does not load the URL.
    location.href = new URL(`start-action/${button.dataset.action}`, location.href).href
  })
}
find('restore').addEventListener('click', () => find<HTMLDialogElement>('confirm').showModal())
find('cancel').addEventListener('click', () => find<HTMLDialogElement>('confirm').close())
window.addEventListener('hashchange', render)
// The height of a line is known when the styles are.
window.addEventListener('load', () => scrollToLastEntry(find('log')))
render()
