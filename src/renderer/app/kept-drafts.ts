// Keeps the drafts on the disk: read once, written back as they change.
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createDraftWriter } from '../state/draft-writer'
import { type Drafts, useDrafts } from '../state/drafts'
import { listChanged, readOld } from '../state/list-changed'

/** Where drafts were kept before the workspace kept them. */
const oldPlace = 'drafts'

/** What the disk holds, or will once what waits is written. */
let kept: Drafts = {}
let isRead = false

const writer = createDraftWriter({
  write: (key, draft) => desktop.drafts.write({ key, draft }),
  onFailure: (error) => useDrafts.setState({ failure: describeError(error) }),
  onWritten: () => {
    if (useDrafts.getState().failure !== null) useDrafts.setState({ failure: null })
  },
})

/** Until the returned function is called. */
export function keepDrafts(): () => void {
  if (!isRead) void readKept()
  const unsubscribe = useDrafts.subscribe(writeChanged)
  const flush = () => writer.flush()
  window.addEventListener('pagehide', flush)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', flush)
  }
}

function writeChanged({ drafts }: { drafts: Drafts }) {
  const before = kept
  kept = drafts
  for (const key of listChanged(before, drafts)) writer.note(key, drafts[key] ?? null)
}

/** What was written before the disk had answered counts more than what lies there. */
async function readKept() {
  isRead = true
  try {
    const found = await desktop.drafts.read()
    const old = readOld(localStorage.getItem(oldPlace))
    const written = useDrafts.getState().drafts
    const known = { ...found, ...written }
    kept = known
    useDrafts.setState({ drafts: { ...old, ...found, ...written } })
    const taken = Object.entries(old).filter(([key]) => !(key in known))
    await Promise.all(taken.map(([key, draft]) => desktop.drafts.write({ key, draft })))
    localStorage.removeItem(oldPlace)
  } catch (error) {
    isRead = false
    useDrafts.setState({ failure: describeError(error) })
  }
}
