// Answers what the page asks about videos and their jobs.
import type { Workspace } from '#workspace/workspace'
import { desktop } from './implement-contract'

export function answerVideos({ videos }: Workspace) {
  const answers = desktop.videos
  return answers.router({
    watch: answers.watch.handler(async function* ({ signal }) {
      yield* videos.watch(signal)
    }),
    list: answers.list.handler(({ input }) => videos.list(input)),
    make: answers.make.handler(({ input }) => videos.make(input)),
    repeat: answers.repeat.handler(({ input }) => videos.repeat(input)),
    cancel: answers.cancel.handler(({ input }) => videos.cancel(input)),
    stopFollowing: answers.stopFollowing.handler(({ input }) => videos.stopFollowing(input)),
    followAgain: answers.followAgain.handler(({ input }) => videos.followAgain(input)),
    pollNow: answers.pollNow.handler(({ input }) => videos.pollNow(input)),
    clear: answers.clear.handler(({ input }) => videos.clear(input)),
    restore: answers.restore.handler(({ input }) => videos.restore(input)),
  })
}
