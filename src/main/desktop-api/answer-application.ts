// Answers what the page asks about the application itself, and has it do outside of its windows.
import { extname } from 'node:path'
import type { Application } from '../application'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerApplication({ workspace, status }: Application, host: DesktopHost) {
  const { application } = desktop
  return application.router({
    status: application.status.handler(status),
    changes: application.changes.handler(async function* ({ signal }) {
      yield* workspace.changes.watch(signal)
    }),
    openLink: application.openLink.handler(async ({ input }) => ({
      opened: await host.openLink(input.url),
    })),
    incidents: application.incidents.handler(async function* ({ signal }) {
      yield* host.watchIncidents(signal)
    }),
    openLog: application.openLog.handler(() => host.openLog()),
    revealDataFolder: application.revealDataFolder.handler(() => host.revealFolder(status().dataFolder)),
    saveText: application.saveText.handler(async ({ input: { suggestedName, text } }) => {
      const extension = extname(suggestedName).slice(1)
      const path = await host.saveFile(suggestedName, extension === '' ? [] : [extension])
      if (path !== null) await writeWholeFile(path, text)
      return { path }
    }),
  })
}
