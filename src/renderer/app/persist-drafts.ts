// Persists the drafts: loads them once, and writes them as they change.
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createDraftWriter } from '../state/draft-writer'
import { type Drafts, useDrafts } from '../state/drafts'
import { readOld } from '../state/list-changed'
import { listChangedKeys } from '../state/drafts'

/** The localStorage key of drafts from before the workspace stored them. */
const legacyKey = 'drafts'

/** What the disk holds, or will hold once pending writes are done. */
let saved: Drafts = {}
let isLoaded = false

const writer = createDraftWriter({
  write: (key, draft) => desktop.drafts.write({ key, draft }),
  onFailure: (error) => useDrafts.setState({ failure: describeError(error) }),
  onWritten: () => {
    if (useDrafts.getState().failure !== null) useDrafts.setState({ failure: null })
  },
})

/** Returns a function that stops it. */
export function persistDrafts(): () => void {
  if (!isLoaded) void loadSaved()
  const unsubscribe = useDrafts.subscribe(writeChanged)
  const flush = () => writer.flush()
  window.addEventListener('pagehide', flush)
  return () => {
    unsubscribe()
    window.removeEventListener('pagehide', flush)
  }
}

function writeChanged({ drafts }: { drafts: Drafts }) {
  const before = saved
  saved = drafts
  for (const key of listChangedKeys(before, drafts)) writer.note(key, drafts[key] ?? null)
}

/** Drafts written before this resolves win over the stored ones. */
async function loadSaved() {
  isLoaded = true
  try {
    const stored = await desktop.drafts.read()
    const legacy = readOld(localStorage.getItem(legacyKey))
    const written = useDrafts.getState().drafts
    const known = { ...stored, ...written }
    saved = known
    useDrafts.setState({ drafts: { ...legacy, ...stored, ...written } })
    const moved = Object.entries(legacy).filter(([key]) => !(key in known))
    await Promise.all(moved.map(([key, draft]) => desktop.drafts.write({ key, draft })))
    localStorage.removeItem(legacyKey)
  } catch (error) {
    isLoaded = false
    useDrafts.setState({ failure: describeError(error) })
  }
}
