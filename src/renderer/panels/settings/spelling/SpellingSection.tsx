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
import { Notice } from '../../../components/Notice'
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
    <Section id="spelling">
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
          A Hunspell dictionary in Chromium’s format, with Chromium’s name for it, such as{' '}
          <span className="whitespace-nowrap font-mono">en-US-10-1.bdic</span>.
        </p>
      </div>
      <Disclosure summary="Download source" defaultOpen={settings.dictionaryUrl !== ''}>
        <DownloadSource settings={settings} />
      </Disclosure>
    </>
  )
}

/** A download, its failure, or what would be downloaded from where: the user's consent. */
function Download({ settings, state: { phase, ready, languages } }: SpellingProps) {
  const download = useMutation({
    mutationFn: () => desktop.spelling.download(),
    onError: (error) => toast.error(describeError(error)),
  })
  const missing = settings.languages.filter((each) => languages.includes(each) && !ready.includes(each))
  if (phase.type === 'downloading')
    return <p role="status">Downloading the dictionary for {nameLanguage(phase.language)}…</p>
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

function DownloadSource({ settings }: { settings: SpellingSettings }) {
  const form = useSettingsForm({
    form: 'spelling',
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
