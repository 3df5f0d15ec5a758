// What is known of a transcription only while it is under way, and stands in no row.

export interface UnderWay {
  readonly stopping: AbortController
  /** Bytes of the piece that is being sent. */
  sent: number
  /** What has come of the piece that is being sent. */
  heard: string
  /** What it waits for, in words. */
  waiting: string | null
  /** How often, one after another, it was one call too many. */
  refusals: number
}

export function beginUnderWay(): UnderWay {
  return { stopping: new AbortController(), sent: 0, heard: '', waiting: null, refusals: 0 }
}
