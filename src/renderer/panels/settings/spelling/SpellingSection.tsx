// Spell checking: its languages, their dictionaries, and the user's own words.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Settings } from '#shared/schemas/settings'
import { defaultDictionaryUrl, type SpellingSettings, type SpellingState } from '#shared/schemas/spelling'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { Disclosure } from '../../../components/Disclosure'
import { formatBytes } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { SavedIndicator } from '../../../components/SavedIndicator'
import { Skeleton } from '../../../components/Skeleton'
import { Switch } from '../../../components/Switch'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { toastUndo } from '../../../state/undo'
import { Section, TextField } from '../FormParts'
import { Setting } from '../Setting'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { LanguageList } from './LanguageList'
import { describeDownloadSource, nameLanguage, nameLanguages } from './language-names'

export function SpellingSection({ settings }: { settings: Settings }) {
  const { spelling } = settings
  const { data: state, error, refetch } = useQuery(queries.spelling.read.queryOptions())
  return (
    <Section
      id="spelling"
      title="Spelling"
      description="Misspelled words are underlined while you type. Right-click one for suggestions."
    >
      {state && (
        <Setting id="spelling" settings={settings}>
          <SpellingSwitch settings={spelling} state={state} />
        </Setting>
      )}
      {state?.isOn && !state.isSystem && <Dictionaries settings={spelling} state={state} />}
      {!state && !error && <Skeleton label="Loading dictionaries…" widths={['48%', '32%']} />}
      {!state && error && (
        <ReadErrorNotice title="Couldn’t load the dictionaries" error={error} onRetry={refetch} />
      )}
      {state && <Words isOn={state.isOn} />}
    </Section>
  )
}

interface SpellingProps {
  readonly settings: SpellingSettings
  readonly state: SpellingState
}

function SpellingSwitch({ settings, state }: SpellingProps) {
  const { update, failure } = useUpdateSettings()
  const turn = (isOn: boolean) => {
    const languages =
      isOn && settings.languages.length === 0 && state.suggested ? [state.suggested] : settings.languages
    update({ spelling: { ...settings, isOn, languages } })
  }
  return (
    <>
      <Switch
        label="Check spelling"
        hint={
          state.isSystem
            ? 'macOS chooses the languages. Change them in System Settings > Keyboard.'
            : 'On this computer, with a dictionary for each language. Nothing you type is sent.'
        }
        checked={state.isOn}
        onChange={turn}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </>
  )
}

function Dictionaries({ settings, state }: SpellingProps) {
  const addFile = useMutation({
    mutationFn: () => desktop.spelling.addFile(),
    onSuccess: (added) => added && toast.success(`Dictionary for ${nameLanguage(added.language)} added`),
    onError: (error) => toast.error(describeError(error)),
  })
  return (
    <>
      <LanguageList settings={settings} state={state} />
      <Download settings={settings} state={state} />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={addFile.isPending} onClick={() => addFile.mutate()}>
          Add dictionary file…
        </Button>
        <p className="min-w-48 flex-1 text-faint text-sm">
          A Hunspell dictionary in Chromium’s format. Its name starts with the language, such as{' '}
          <span className="whitespace-nowrap font-mono">en-US.bdic</span>.
        </p>
      </div>
      <Disclosure summary="Download source" defaultOpen={settings.dictionaryUrl !== ''}>
        <DownloadSource settings={settings} />
      </Disclosure>
    </>
  )
}

/** The progress of a download, its failure, or what would be downloaded from where: the user's consent. */
function Download({ settings, state: { phase, ready, languages } }: SpellingProps) {
  const download = useMutation({
    mutationFn: () => desktop.spelling.download(),
    onError: (error) => toast.error(describeError(error)),
  })
  const missing = settings.languages.filter((each) => languages.includes(each) && !ready.includes(each))
  if (phase.type === 'downloading') return <Downloading phase={phase} />
  if (missing.length === 0) return null
  const start = (label: string) => (
    <Button size="small" variant="primary" disabled={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
  if (phase.type === 'failed') {
    const title = `Couldn’t download the dictionary for ${nameLanguage(phase.language)}`
    return (
      <div role="alert">
        <Notice tone="danger" title={title} actions={start('Retry')}>
          {phase.message}
        </Notice>
      </div>
    )
  }
  return (
    <Notice
      tone="quiet"
      title={`No dictionary for ${nameLanguages(missing)} yet`}
      actions={start(missing.length === 1 ? 'Download dictionary' : 'Download dictionaries')}
    >
      {describeDownloadSource(settings.dictionaryUrl)}
    </Notice>
  )
}

type DownloadingPhase = Extract<SpellingState['phase'], { type: 'downloading' }>

function Downloading({ phase: { language, bytes, totalBytes } }: { phase: DownloadingPhase }) {
  const percent = totalBytes > 0 ? Math.min(100, Math.floor((bytes / totalBytes) * 100)) : 0
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          Downloading the dictionary for {nameLanguage(language)}…
        </p>
        <Button size="small" onClick={() => toastOutcome(desktop.spelling.cancelDownload())}>
          Cancel download
        </Button>
      </div>
      <ProgressBar label="Downloading dictionary" percent={percent} className="h-1.5" />
      <p className="text-faint text-sm tabular-nums">
        {totalBytes > 0 ? `${formatBytes(bytes)} of ${formatBytes(totalBytes)}` : formatBytes(bytes)}
      </p>
    </div>
  )
}

function DownloadSource({ settings }: { settings: SpellingSettings }) {
  const form = useSettingsForm({
    form: 'dictionary-url',
    saved: { dictionaryUrl: settings.dictionaryUrl },
    pathOf: () => 'spelling.dictionaryUrl',
    toPatch: ({ dictionaryUrl }) => ({ spelling: { ...settings, dictionaryUrl: dictionaryUrl.trim() } }),
  })
  return (
    <form
      data-setting="spelling-source"
      aria-label="Download source"
      onSubmit={form.submit}
      noValidate
      className="pt-2 pl-5"
    >
      <TextField
        label="Download URL"
        hint="A folder with Chromium’s dictionaries. It must use HTTPS. Requests use the proxy in Settings > Network. Leave empty to use Google’s server."
        placeholder={defaultDictionaryUrl}
        className="font-mono text-sm"
        {...form.field('dictionaryUrl')}
        actions={
          <>
            <Button type="submit" disabled={form.pending || !form.isChanged}>
              Save URL
            </Button>
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

function Words({ isOn }: { isOn: boolean }) {
  // Words are added from menus of other panels.
  const { data: words = [] } = useQuery({
    ...queries.spelling.words.queryOptions(),
    refetchOnMount: 'always',
  })
  if (words.length === 0 && !isOn) return null
  const remove = async (word: string) => {
    await desktop.spelling.removeWord({ word })
    toastUndo(`“${word}” removed`, () => desktop.spelling.addWord({ word }))
  }
  return (
    <div data-setting="spelling-words" className="flex flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Your words</h3>
      {words.length === 0 && (
        <p className="text-faint text-sm">
          Choose Add to dictionary in the menu of an underlined word. It’s listed here.
        </p>
      )}
      <div className="max-h-40 overflow-y-auto">
        <Chips
          label="Your words"
          texts={words}
          onRemove={(index) => toastOutcome(remove(words[index] ?? ''))}
        />
      </div>
    </div>
  )
}
