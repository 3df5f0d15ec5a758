// The limits of sending: shown at once, and kept once the typing has settled.
import { defaultJobSettings, type JobSettings, type Settings } from '#shared/schemas/settings'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { tellOutcome } from '../../../api/tell-outcome'

/** Milliseconds: `2` on the way to `25` must split no file. */
const settling = 600

let timer: ReturnType<typeof setTimeout> | undefined
let changed: Partial<JobSettings> = {}

export function setJobLimit(name: keyof JobSettings, value: number) {
  changed = { ...changed, [name]: value }
  queryClient.setQueryData(queries.settings.read.queryKey(), (settings: Settings | undefined) =>
    settings ? { ...settings, jobs: { ...settings.jobs, ...changed } } : settings,
  )
  clearTimeout(timer)
  timer = setTimeout(() => tellOutcome(keep()), settling)
}

/** What was typed last is kept before the page goes. */
addEventListener('pagehide', () => {
  clearTimeout(timer)
  if (Object.keys(changed).length > 0) void keep()
})

async function keep(): Promise<void> {
  const wanted = changed
  changed = {}
  try {
    const { jobs } = await desktop.settings.read()
    await desktop.settings.update({ jobs: { ...defaultJobSettings, ...jobs, ...wanted } })
  } finally {
    void queryClient.invalidateQueries({ queryKey: queries.settings.read.key() })
  }
}
