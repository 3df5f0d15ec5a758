// Tells which files something living still needs: a turn, a draft, a form, a prompt that waits, a job, an item.
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Connection } from '../storage/connection'
import type { CollectionPorts } from './collection-ports'

/** How many turns are read at once. */
const sliceLength = 200

/** A row that is damaged may hold anything. */
export function isHash(media: string): boolean {
  return /^[0-9a-f]{64}$/.test(media)
}

export function findHashes(text: string): string[] {
  return [...text.matchAll(/"media":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash)
}

export interface MediaInUse {
  /** Also of what was begun since the look-through. */
  isUsed(hash: string): boolean
}

interface Wanted {
  /** What is in the bin needs its files as well. */
  readonly bin: boolean
}

/** Which of these are needed; looks through every turn, in slices. */
export async function findMediaInUse(
  { connection, isClosed }: CollectionPorts,
  asked: ReadonlySet<string>,
  { bin }: Wanted = { bin: false },
): Promise<MediaInUse> {
  const used = new Set<string>()
  let after = 0
  let afterJob = 0
  const readOn = (): boolean => {
    const slice = readTurns(connection, after, bin)
    for (const hash of slice.hashes) if (asked.has(hash)) used.add(hash)
    after = slice.last
    return slice.rows === sliceLength
  }
  /** They may be tried again, and one that is out of the list may come back into it. */
  const readJobs = () => {
    const jobs = connection.all<{ seq: number; input: string }>(jobsAfter, [afterJob])
    for (const { input } of jobs) for (const hash of findHashes(input)) used.add(hash)
    afterJob = jobs.at(-1)?.seq ?? afterJob
  }
  while (!isClosed() && readOn()) await giveWay()
  if (isClosed()) return { isUsed: () => true }
  for (const sql of [bin ? allWaiting : waiting, bin ? allMadeByJobs : madeByJobs])
    for (const { text } of connection.all<{ text: string }>(sql))
      for (const hash of findHashes(text)) used.add(hash)
  return {
    isUsed(hash) {
      while (readOn());
      readJobs()
      return used.has(hash) || isItem(connection, hash, bin) || isInRunningTurn(connection, hash)
    },
  }
}

const jobsAfter = 'SELECT seq, input FROM jobs WHERE seq > CAST(? AS INTEGER) ORDER BY seq'

const forms = 'SELECT form AS text FROM forms'

/** What was begun in a conversation that is in the bin goes with it. */
const waiting = `${forms} UNION ALL SELECT draft AS text FROM drafts
    WHERE key NOT IN (SELECT id FROM conversations WHERE deleted_at IS NOT NULL)
  UNION ALL SELECT queued_prompts.parts FROM queued_prompts JOIN conversations
    ON conversations.id = queued_prompts.conversation_id AND conversations.deleted_at IS NULL`

const allWaiting = `${forms} UNION ALL SELECT draft FROM drafts UNION ALL SELECT parts FROM queued_prompts`

/** The pictures that a video began with, the sound of a transcript: also where their job is known no more. */
const allMadeByJobs = 'SELECT making AS text FROM items WHERE job_id IS NOT NULL AND making IS NOT NULL'
const madeByJobs = `${allMadeByJobs} AND deleted_at IS NULL`

interface TurnRow {
  readonly seq: number
  readonly lives: number
  readonly parts: string
}

function readTurns(connection: Connection, after: number, bin: boolean) {
  const rows = connection.all<TurnRow>(
    `SELECT turns.seq, turns.deleted_at IS NULL AND conversations.deleted_at IS NULL AS lives,
        CASE WHEN parts LIKE '%"media":"%' THEN parts ELSE '' END AS parts
      FROM turns CROSS JOIN conversations ON conversations.id = turns.conversation_id
      WHERE turns.seq > CAST(? AS INTEGER) ORDER BY turns.seq LIMIT ${sliceLength}`,
    [after],
  )
  const living = rows.filter(({ lives }) => bin || lives === 1)
  return {
    rows: rows.length,
    last: rows.at(-1)?.seq ?? after,
    hashes: living.flatMap(({ parts }) => findHashes(parts)),
  }
}

/** What an answer holds may have come since it was looked at. */
function isInRunningTurn(connection: Connection, hash: string): boolean {
  const sql = "SELECT id FROM turns WHERE state = 'running' AND instr(parts, ?) > 0"
  return connection.get<{ id: string }>(sql, [hash]) !== undefined
}

function isItem(connection: Connection, hash: string, bin: boolean): boolean {
  const sql = `SELECT id FROM items WHERE media = ?${bin ? '' : ' AND deleted_at IS NULL'}`
  return connection.get<{ id: string }>(sql, [hash]) !== undefined
}
