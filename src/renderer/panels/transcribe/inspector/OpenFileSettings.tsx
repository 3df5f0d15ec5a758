// The settings that the open file was transcribed with, and how to transcribe it again with others.
import { describeSentModel } from '#shared/models/catalog'
import { costOfAudio } from '#shared/prices/cost'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/format'
import { useJobCost } from '../../../models/prices'
import { useModelsOf } from '../../../models/use-models'
import { toTranscriptionForm, transcriptionForm } from '../../../state/transcription-form'
import { toastUndo, unchanged } from '../../../state/undo'
import { countTranscribedSeconds, describeSkipped } from '../queue/describe-job'
import { runFileAction, transcribeAgain } from '../queue/file-actions'
import { useTranscription } from '../state/transcriptions'
import { useTranscribeView } from '../transcribe-view'

export function OpenFileSettings() {
  const openId = useTranscribeView((view) => view.openId)
  const { toModelName } = useModelsOf('transcription')
  const { job } = useTranscription(openId)
  if (openId === null || !job) return null
  const { model } = job.settings
  return <FileSettings job={job} model={describeSentModel(model, job.sentAs, toModelName(model))} />
}

function FileSettings({ job, model }: { job: TranscriptionJob; model: string }) {
  const cost = useTranscriptionCost(job)
  return (
    <section
      aria-label="Settings of the open file"
      className="flex flex-col gap-2 border-line border-b px-4 py-3"
    >
      <h3 title={job.source.name} className="truncate font-medium">
        {job.source.name}
      </h3>
      <dl className="flex flex-col gap-1">
        {listSettings(job, { model, cost }).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[88px_minmax(0,1fr)] items-baseline gap-3">
            <dt className="text-faint text-sm">{name}</dt>
            <dd className="selectable max-h-24 overflow-y-auto whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <span className="flex flex-wrap gap-1.5">
        <Button
          size="small"
          disabled={!transcribeAgain.can(job)}
          // A double-click is one click: a short file may have been transcribed before the second.
          onClick={({ detail }) => detail < 2 && runFileAction(transcribeAgain, [job])}
        >
          Transcribe again
        </Button>
        <Button size="small" variant="quiet" onClick={() => copySettings(job)}>
          Use settings
        </Button>
      </span>
      <p className="text-faint text-sm">
        Transcribe again adds this file to the queue with the settings below. This transcript stays.
      </p>
    </section>
  )
}

/** The cost of the audio transcribed so far; undefined without any, and for the demo. */
function useTranscriptionCost(job: TranscriptionJob): string | undefined {
  const { settings, upstream, createdAt, startedAt } = job
  const seconds = countTranscribedSeconds(job)
  const cost = useJobCost({ model: settings.model, upstream, at: startedAt ?? createdAt }, (rates) =>
    seconds === null ? null : costOfAudio(rates, seconds),
  )
  return cost === undefined || seconds === null ? undefined : (cost ?? '–')
}

interface Described {
  readonly model: string
  readonly cost: string | undefined
}

function listSettings(job: TranscriptionJob, { model, cost }: Described): [string, string][] {
  const { settings, upstream, endedAt } = job
  const { language, prompt, temperature, streaming } = settings
  const all: [string, string | null | undefined][] = [
    ['Model', model],
    ['Provider', upstream?.label],
    ['Language', language && (nameLanguage(language) ?? language)],
    ['Prompt', prompt],
    ['Temperature', temperature?.toString()],
    ['Stream', streaming ? 'On' : null],
    ['Silences', describeSkipped(job)],
    ['Cost', cost],
    ['Finished', endedAt === null ? null : formatMoment(endedAt)],
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

function copySettings({ settings }: TranscriptionJob) {
  const before = transcriptionForm.read()
  transcriptionForm.change(toTranscriptionForm(settings))
  toastUndo('Settings copied', () => transcriptionForm.change(before), {
    isPossible: unchanged(transcriptionForm.read),
  })
}

// The English names of languages by their ISO 639 codes.
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `German`; undefined for an unknown code. */
export function nameLanguage(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/i.test(code.trim())) return undefined
  return languageNames.of(code.trim().toLowerCase())
}

/** The languages that common transcription models document. */
const codes =
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'

/** By name. */
export const languages = codes
  .split(' ')
  .map((code) => ({ code, name: nameLanguage(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))
