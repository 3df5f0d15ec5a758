// Adds a model that an OpenAI-compatible server serves but does not list.
import { useEffect, useRef } from 'react'
import { guessKind } from '#shared/models/guess-kind'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { kindGroups, toKind } from './kind-names'
import { findIdProblem, replaceProfile, setKind } from './server-profile'

interface AddServerModelProps {
  readonly profile: OpenAiProfile
  readonly settings: Settings
  /** IDs. */
  readonly listed: readonly string[]
}

export function AddServerModel({ profile, settings, listed }: AddServerModelProps) {
  const fold = () => changeSettingsView({ editedModel: null })
  const form = useSettingsForm({
    form: `model of ${profile.id}`,
    saved: { id: '', kind: '' },
    pathOf: () => 'openAiProfiles',
    findProblems: ({ id }) => ({ id: findIdProblem(id, listed) }),
    toPatch: ({ id, kind }) =>
      replaceProfile(settings, setKind(profile, id.trim(), toKind(kind || toGuess(id)))),
    onSaved: () => {
      fold()
      announce(`${id.trim()} added`)
    },
  })
  const { id, kind } = form.texts
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const cancel = () => {
    form.discard()
    fold()
  }
  return (
    <form
      aria-label="New model"
      className="flex flex-col gap-4 rounded-lg border border-line-strong bg-canvas p-4"
      onSubmit={form.submit}
      onKeyDown={onEscape(fold)}
      noValidate
    >
      <div className="flex flex-wrap gap-4">
        <div className="min-w-48 flex-1">
          <TextField
            {...form.field('id')}
            ref={first}
            label="Model ID"
            hint={`As ${profile.name} names it. For a model that it serves but doesn’t list.`}
            placeholder="llama3.3:70b"
            className="font-mono text-sm"
          />
        </div>
        <Field label="Type">
          {(attributes) => (
            <Select
              id={attributes.id}
              label="Type"
              value={kind || toGuess(id)}
              groups={kindGroups}
              onChange={form.field('kind').onChange}
              className="w-48"
            />
          )}
        </Field>
      </div>
      {form.failure && <Notice tone="danger" title={form.failure} />}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" disabled={form.pending}>
          Add model
        </Button>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function toGuess(id: string): string {
  return guessKind(id) ?? 'text'
}
