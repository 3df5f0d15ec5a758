// Shows what the start waits for, or why the application or its window could not start, which main passes in the URL.
import './start.css'
import type { StartFailure, StartState } from '#shared/schemas/application-status'
import { formatMoment } from './components/format'

function find<Type extends HTMLElement>(id: string): Type {
  // The page has all of them.
  return document.getElementById(id) as Type
}

interface WaitView {
  readonly title: string
  readonly detail: string
  /** A path, on a line of its own. */
  readonly file?: string
  /** From 0 to 1; absent if it is not known. */
  readonly progress?: number
}

/** Undefined for a failure. */
function toView(state: StartState): WaitView | undefined {
  switch (state.type) {
    case 'locked':
      return {
        title: 'Waiting for another program…',
        detail:
          'Another program is using the database. Gen Playground starts when that program is done or closed.',
        file: state.file,
      }
    case 'copying':
      return {
        title: 'Updating your data…',
        detail: `Saving a copy of your data first: ${Math.floor(state.progress * 100)}%`,
        progress: state.progress,
      }
    case 'updating':
      return {
        title: 'Updating your data…',
        detail: `Step ${state.step} of ${state.total}. This can take a few minutes.`,
      }
    case 'restoring':
      return {
        title: 'Restoring the snapshot…',
        detail: 'Checking and copying it. This can take a few minutes.',
      }
    case 'failed':
      return undefined
  }
}

function render(): void {
  const text = decodeURIComponent(location.hash.slice(1))
  if (text === '') return
  // Main wrote it; no other page can navigate here.
  const state = JSON.parse(text) as StartState
  const view = toView(state)
  find('waiting').hidden = view === undefined
  find('failure').hidden = view !== undefined
  if (state.type === 'failed') renderFailure(state.failure)
  if (view) renderWait(view)
}

function renderWait({ title, detail, file = '', progress }: WaitView): void {
  // Writing the same text would announce it again.
  for (const [id, text] of Object.entries({ 'wait-title': title, detail, file }))
    if (find(id).textContent !== text) find(id).textContent = text
  if (progress === undefined) find('progress').removeAttribute('value')
  else find('progress').setAttribute('value', String(progress))
}

function renderFailure(failure: StartFailure): void {
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
