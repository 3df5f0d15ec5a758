// Answers the chat: prompts and what becomes of them.
import type { Workspace } from '#workspace/workspace'
import { desktop } from './implement-contract'

export function answerChat({ chat, describePrompt }: Workspace) {
  const answers = desktop.chat
  return answers.router({
    watch: answers.watch.handler(async function* ({ input, signal }) {
      yield* chat.watch(input, signal)
    }),
    tellWhole: answers.tellWhole.handler(({ input }) => chat.tellWhole(input)),
    turns: answers.turns.handler(({ input }) => chat.turns(input)),
    send: answers.send.handler(({ input }) => chat.send(input)),
    queue: answers.queue.handler(({ input }) => chat.queue(input)),
    unqueue: answers.unqueue.handler(({ input }) => chat.unqueue(input)),
    compare: answers.compare.handler(({ input }) => chat.compare(input)),
    keep: answers.keep.handler(({ input }) => chat.keep(input)),
    edit: answers.edit.handler(({ input }) => chat.edit(input)),
    regenerate: answers.regenerate.handler(({ input }) => chat.regenerate(input)),
    continue: answers.continue.handler(({ input }) => chat.continue(input)),
    switch: answers.switch.handler(({ input }) => chat.switch(input)),
    deleteTurn: answers.deleteTurn.handler(({ input }) => chat.deleteTurn(input)),
    restoreTurn: answers.restoreTurn.handler(({ input }) => chat.restoreTurn(input)),
    stop: answers.stop.handler(({ input }) => chat.stop(input)),
    request: answers.request.handler(({ input }) => describePrompt(input)),
  })
}
