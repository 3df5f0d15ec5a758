// Answers what the page asks about presets and prompt templates, and shares them as files.
import type { Workspace } from '#workspace/workspace'
import { readTextFile } from '../read-text-file'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerPresets({ presets, database }: Workspace, host: DesktopHost) {
  const answers = desktop.presets
  return answers.router({
    list: answers.list.handler(() => presets.list()),
    keep: answers.keep.handler(({ input }) => presets.keep(input)),
    delete: answers.delete.handler(({ input }) => presets.delete(input)),
    restore: answers.restore.handler(({ input }) => presets.restore(input)),
    export: answers.export.handler(({ input }) => exportFile(host, presets.toFile(input))),
    import: answers.import.handler(async () => {
      const text = await readChosen(host)
      return text === null ? null : database.retryWhenWritable(async () => presets.importFile(text))
    }),
  })
}

export function answerTemplates({ templates, database }: Workspace, host: DesktopHost) {
  const answers = desktop.templates
  return answers.router({
    list: answers.list.handler(() => templates.list()),
    keep: answers.keep.handler(({ input }) => templates.keep(input)),
    delete: answers.delete.handler(({ input }) => templates.delete(input)),
    restore: answers.restore.handler(({ input }) => templates.restore(input)),
    export: answers.export.handler(({ input }) => exportFile(host, templates.toFile(input))),
    import: answers.import.handler(async () => {
      const text = await readChosen(host)
      return text === null ? null : database.retryWhenWritable(async () => templates.importFile(text))
    }),
  })
}

interface SharedFile {
  readonly suggestedName: string
  readonly text: string
}

export async function exportFile(host: DesktopHost, { suggestedName, text }: SharedFile) {
  const path = await host.saveFile(suggestedName, ['json'])
  if (path !== null) await writeWholeFile(path, text)
  return { path }
}

async function readChosen(host: DesktopHost): Promise<string | null> {
  const path = await host.openFile(['json'])
  return path === null ? null : readTextFile(path)
}
