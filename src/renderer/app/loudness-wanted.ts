// Measures what the work at hand waits for: silences, by which a long sound is split.
import { desktop } from '../api/desktop'
import { keepWatching } from '../api/keep-watching'
import { requestLoudness } from '../panels/transcribe/loudness/loudness-requests'

/** Until the returned function is called. */
export function answerLoudness(): () => void {
  return keepWatching({
    open: (signal) => desktop.loudness.wanted(undefined, { signal }),
    onEvent: ({ media }) => void answer(media),
  })
}

async function answer(media: string) {
  const outcome = await requestLoudness(media)
  if (outcome.state !== 'refused') return
  // Where even this is not heard, the work asks again as soon as the page listens again.
  await desktop.loudness.refuse({ media, reason: outcome.reason }).catch(() => undefined)
}
