// Answers what the page asks about sounds: their way to text, how loud they are, and those that are being recorded.
import type { Workspace } from '#workspace/workspace'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerTranscriptions({ transcriptions }: Workspace, host: DesktopHost) {
  const answers = desktop.transcriptions
  return answers.router({
    watch: answers.watch.handler(async function* ({ signal }) {
      yield* transcriptions.watch(signal)
    }),
    list: answers.list.handler(({ input }) => transcriptions.list(input)),
    job: answers.job.handler(({ input }) => transcriptions.job(input)),
    add: answers.add.handler(({ input }) => transcriptions.add(input)),
    pause: answers.pause.handler(({ input }) => transcriptions.pause(input)),
    resume: answers.resume.handler(({ input }) => transcriptions.resume(input)),
    cancel: answers.cancel.handler(({ input }) => transcriptions.cancel(input)),
    retry: answers.retry.handler(({ input }) => transcriptions.retry(input)),
    move: answers.move.handler(({ input }) => transcriptions.move(input)),
    clear: answers.clear.handler(({ input }) => transcriptions.clear(input)),
    restore: answers.restore.handler(({ input }) => transcriptions.restore(input)),
    read: answers.read.handler(({ input }) => transcriptions.read(input)),
    edit: answers.edit.handler(({ input }) => transcriptions.edit(input)),
    version: answers.version.handler(({ input }) => transcriptions.version(input)),
    restoreVersion: answers.restoreVersion.handler(({ input }) => transcriptions.restoreVersion(input)),
    format: answers.format.handler(({ input }) => transcriptions.format(input)),
    export: answers.export.handler(async ({ input }) => {
      const { name, text } = await transcriptions.format(input)
      const path = await host.saveFile(name, [name.slice(name.lastIndexOf('.') + 1)])
      if (path !== null) await writeWholeFile(path, text)
      return { path }
    }),
  })
}

export function answerLoudness({ loudness }: Workspace) {
  const answers = desktop.loudness
  return answers.router({
    wanted: answers.wanted.handler(async function* ({ signal }) {
      yield* loudness.wanted(signal)
    }),
    refuse: answers.refuse.handler(({ input }) => loudness.refuse(input.media, input.reason)),
  })
}

export function answerRecordings({ recordings }: Workspace) {
  const answers = desktop.recordings
  return answers.router({
    begin: answers.begin.handler(() => recordings.begin()),
    finish: answers.finish.handler(({ input }) => recordings.finish(input.id)),
    discard: answers.discard.handler(({ input }) => recordings.discard(input.id)),
    leftOver: answers.leftOver.handler(async () => [...(await recordings.leftOver())]),
  })
}
