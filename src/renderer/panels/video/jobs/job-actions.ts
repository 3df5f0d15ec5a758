// What can be done with a job in each state.
import type { VideoJob } from '#shared/schemas/video-job'

const jobActions = [
  'cancel',
  'checkNow',
  'stopFollowing',
  'followAgain',
  'fetchAgain',
  'makeAgain',
  'reuse',
  'remove',
] as const
export type JobAction = (typeof jobActions)[number]

type Standing = Pick<VideoJob, 'state' | 'operation' | 'canFetchAgain' | 'waiting'>

/** In the order in which they are offered. */
export function listJobActions(job: Standing): JobAction[] {
  return jobActions.filter((action) => offers[action](job))
}

const isEnded = ({ state }: Standing) => !['queued', 'submitting', 'running', 'downloading'].includes(state)

const offers: Readonly<Record<JobAction, (job: Standing) => boolean>> = {
  cancel: ({ state }) => state === 'queued',
  // A download that broke off waits for its next try.
  checkNow: ({ state, waiting }) => state === 'running' || (state === 'downloading' && waiting !== null),
  stopFollowing: ({ state }) => ['submitting', 'running', 'downloading'].includes(state),
  followAgain: ({ state, operation }) => state === 'unfollowed' && operation !== null,
  fetchAgain: ({ state, canFetchAgain }) => state === 'failed' && canFetchAgain,
  makeAgain: isEnded,
  reuse: () => true,
  remove: isEnded,
}

/** What was asked for may have been made, and be paid for, although nothing has come of it here. */
export function mayBeBilled({ state, operation }: Pick<Standing, 'state' | 'operation'>): boolean {
  if (state === 'interrupted' || state === 'unfollowed') return true
  return state === 'failed' && operation !== null
}
