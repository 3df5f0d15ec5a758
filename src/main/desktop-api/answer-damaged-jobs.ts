// Answers what the page asks about jobs whose rows cannot be read.
import type { Workspace } from '#workspace/workspace'
import { exportFile } from './answer-shelf'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerDamagedJobs({ damagedJobs }: Workspace, host: DesktopHost) {
  const answers = desktop.damagedJobs
  return answers.router({
    list: answers.list.handler(() => damagedJobs.list()),
    export: answers.export.handler(({ input }) => exportFile(host, damagedJobs.toFile(input))),
    delete: answers.delete.handler(({ input }) => damagedJobs.delete(input)),
    restore: answers.restore.handler(({ input }) => damagedJobs.restore(input)),
  })
}
