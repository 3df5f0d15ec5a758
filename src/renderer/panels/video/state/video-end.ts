// How a video has ended, in a sentence that is read out.
import type { VideoJob } from '#shared/schemas/video-job'

const ends: Readonly<Partial<Record<VideoJob['state'], string>>> = {
  succeeded: 'is ready',
  failed: 'has failed',
  filtered: 'was filtered out',
  interrupted: 'was interrupted',
  unfollowed: 'is not followed any more',
  cancelled: 'was cancelled',
}

export function describeVideoEnd({ state, form }: Pick<VideoJob, 'state' | 'form'>): string {
  return `The video “${shorten(form.prompt)}” ${ends[state] ?? `is ${state}`}.`
}

function shorten(prompt: string): string {
  return prompt.length > 60 ? `${prompt.slice(0, 60).trimEnd()}…` : prompt
}
