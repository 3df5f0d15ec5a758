// Makes videos one after the other and keeps the last few, so that polling and downloading share one making.
import type { Buffer } from 'node:buffer'
import { renderVideo } from './render-video'
import { readFileId } from './video-plan'

export interface Studio {
  /** Begins making the file's video unless that is under way or done. */
  readonly begin: (fileId: string) => void
  readonly isReady: (fileId: string) => boolean
  /** Undefined for an id that stands for no video. */
  readonly read: (fileId: string) => Promise<Buffer | undefined>
}

interface Making {
  readonly bytes: Promise<Buffer | undefined>
  ready: boolean
}

/** About 2 MB each. */
const kept = 8

export function createStudio(): Studio {
  const makings = new Map<string, Making>()
  const unstopped = new AbortController().signal
  let last: Promise<unknown> = Promise.resolve()

  function start(fileId: string): Making {
    const plan = readFileId(fileId)
    const bytes = last.then(() => (plan ? renderVideo(plan, unstopped) : undefined))
    const making: Making = { bytes, ready: false }
    last = bytes.then(
      () => {
        making.ready = true
      },
      () => makings.delete(fileId),
    )
    return making
  }

  function find(fileId: string): Making {
    const making = makings.get(fileId) ?? start(fileId)
    makings.delete(fileId)
    makings.set(fileId, making)
    const [oldest] = makings.keys()
    if (makings.size > kept && oldest !== undefined) makings.delete(oldest)
    return making
  }

  return {
    begin: (fileId) => void find(fileId),
    isReady: (fileId) => find(fileId).ready,
    read: (fileId) => find(fileId).bytes,
  }
}
