// Shows the progress before the window can be used, which main passes in the page's URL.
import './starting.css'
import type { StartState } from '#shared/schemas/application-status'

interface View {
  readonly title: string
  readonly detail: string
  /** A path, on a line of its own. */
  readonly file?: string
  /** From 0 to 1; absent if it is not known. */
  readonly progress?: number
}

function toView(state: StartState): View {
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
  }
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element && element.textContent !== text) element.textContent = text
}

function render(): void {
  const stated = decodeURIComponent(location.hash.slice(1))
  if (stated === '') return
  // Main wrote it; no other page can navigate here.
  const { title, detail, file = '', progress } = toView(JSON.parse(stated) as StartState)
  setText('title', title)
  setText('detail', detail)
  setText('file', file)
  const bar = document.getElementById('progress')
  if (progress === undefined) bar?.removeAttribute('value')
  else bar?.setAttribute('value', String(progress))
}

window.addEventListener('hashchange', render)
render()
