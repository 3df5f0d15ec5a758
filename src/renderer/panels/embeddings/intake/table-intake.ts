// A file, or a pasted table, on its way into a set: looked over by a worker, shown for a choice of columns, then added slice by slice.
import { toast } from 'sonner'
import { create } from 'zustand'
import { type EmbeddingSet, mostRows, type NewRow } from '#shared/schemas/embedding-set'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { countRows } from '../describe-set'
import { nameAfterFile } from '../sets/name-new-set'
import { createSet } from '../state/embedding-verbs'
import { type ColumnChoice, planCells } from './plan-columns'
import type { TableSurvey } from './survey-table'
import { guessForm, type TableForm } from './table-form'
import type { TableCall, TableNews } from './table-worker'
import type { LeftOut } from './take-rows'

interface TableSource {
  readonly name: string
  readonly file: Blob
  readonly form: TableForm
}

interface TableIntake {
  /** Null: nothing is on its way. */
  readonly source: TableSource | null
  readonly phase: 'surveying' | 'choosing' | 'adding'
  /** Of the phase, from 0 to 1. */
  readonly share: number
  readonly survey: TableSurvey | null
  /** Why it cannot go on; a sentence. */
  readonly problem: string | null
  readonly added: number
}

const idle: TableIntake = {
  source: null,
  phase: 'surveying',
  share: 0,
  survey: null,
  problem: null,
  added: 0,
}

export const useTableIntake = create<TableIntake>()(() => idle)

let worker: Worker | undefined

export async function takeTable(file: Blob, name: string): Promise<void> {
  if (useTableIntake.getState().phase === 'adding')
    throw new Error('A file is being added. Wait for it, or stop it first.')
  const head = await file.slice(0, 4096).text()
  surveyAs({ file, name, form: guessForm(name, head) })
}

/** The same file, read in another way. */
export function readAs(form: TableForm) {
  const { source } = useTableIntake.getState()
  if (source) surveyAs({ ...source, form })
}

function surveyAs(source: TableSource) {
  useTableIntake.setState({ ...idle, source })
  openWorker((news) => {
    if (news.type === 'share') useTableIntake.setState({ share: news.share })
    if (news.type === 'survey') useTableIntake.setState({ survey: news.survey, phase: 'choosing' })
  })({ type: 'survey', file: source.file, form: source.form })
}

interface TableTarget {
  readonly choice: ColumnChoice
  /** Null is a new one, named after the file. */
  readonly set: EmbeddingSet | null
}

/** Makes the set where there is none, its columns, and then the rows. */
export async function addTable({ choice, set }: TableTarget): Promise<void> {
  const { source, survey } = useTableIntake.getState()
  if (!source || !survey) return
  useTableIntake.setState({ phase: 'adding', share: 0, problem: null, added: 0 })
  try {
    const plan = planCells(set?.columns ?? [], survey, choice)
    const columns = [...plan.columns]
    const { id } = set ?? (await createSet(nameAfterFile(source.name), columns))
    if (set && columns.length > set.columns.length) await desktop.embeddings.setColumns({ id, columns })
    const most = mostRows - (set?.counts.rows ?? 0)
    const { form, encoding, delimiter } = survey
    const wish = { ...choice, form, encoding, delimiter, sources: plan.sources, most }
    await addSlices(id, { type: 'take', file: source.file, wish })
  } catch (error) {
    refuse(describeError(error))
  }
}

/** Settles once all are added, or it was stopped. */
function addSlices(id: string, call: TableCall): Promise<void> {
  const ids: number[] = []
  return new Promise((resolve) => {
    const end = (left: LeftOut) => {
      closeTable()
      tellAdded(id, ids, describeLeft(left))
      resolve()
    }
    stopAdding = () => end({ tooLong: 0, cutTitles: 0, beyond: 0 })
    const send = openWorker((news) => {
      if (news.type === 'slice') {
        addSlice(id, news.rows, ids).then(
          () => {
            useTableIntake.setState({ share: news.share, added: ids.length })
            send({ type: 'next' })
          },
          (error) => {
            refuse(`${describeError(error)} ${countRows(ids.length)} had been added.`)
            resolve()
          },
        )
      }
      if (news.type === 'end') end(news.left)
      if (news.type === 'refused') resolve()
    })
    send(call)
  })
}

async function addSlice(id: string, rows: readonly NewRow[], ids: number[]): Promise<void> {
  const added = await desktop.embeddings.insertRows({ id, before: null, rows: [...rows] })
  for (const each of added.ids) ids.push(each)
}

let stopAdding: (() => void) | undefined

/** What was added already stays, with a way back. */
export function stopTable() {
  if (useTableIntake.getState().phase === 'adding' && stopAdding) stopAdding()
  else closeTable()
}

function closeTable() {
  stopAdding = undefined
  worker?.terminate()
  worker = undefined
  useTableIntake.setState(idle)
}

function tellAdded(id: string, ids: readonly number[], left: string) {
  if (ids.length === 0) {
    toast(`No row was added.${left}`)
    return
  }
  toast(`${countRows(ids.length)} ${ids.length === 1 ? 'was' : 'were'} added.${left}`, {
    action: {
      label: 'Undo',
      onClick: () => tellOutcome(desktop.embeddings.deleteRows({ id, rowIds: [...ids] })),
    },
  })
}

function describeLeft({ tooLong, cutTitles, beyond }: LeftOut): string {
  return [
    tooLong > 0 &&
      ` ${countRows(tooLong)} of more than 100,000 characters ${tooLong === 1 ? 'was' : 'were'} left out.`,
    beyond > 0 && ` ${countRows(beyond)} found no room: a set holds 200,000.`,
    cutTitles > 0 &&
      ` ${cutTitles === 1 ? 'A title was' : `${cutTitles} titles were`} cut to 2,000 characters.`,
  ]
    .filter(Boolean)
    .join('')
}

function refuse(problem: string) {
  worker?.terminate()
  worker = undefined
  stopAdding = undefined
  useTableIntake.setState({ problem, phase: 'choosing' })
}

function openWorker(hear: (news: TableNews) => void): (call: TableCall) => void {
  worker?.terminate()
  const opened = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
  worker = opened
  opened.addEventListener('message', ({ data }: MessageEvent<TableNews>) => {
    if (worker !== opened) return
    hear(data)
    if (data.type === 'refused') refuse(data.reason)
  })
  opened.addEventListener('error', () => {
    if (worker === opened) refuse('It could not be read: the window is short of memory.')
  })
  return (call) => opened.postMessage(call)
}
