// Light or dark.
import type { Settings } from '#shared/schemas/settings'
import { ChoiceCards } from '../../components/ChoiceCards'
import { Notice } from '../../components/Notice'
import { Section } from '../../components/Section'
import { useUpdateSettings } from './use-update-settings'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceSection({ settings }: { settings: Settings }) {
  const { update, failure } = useUpdateSettings()
  return (
    <Section id="appearance" title="Appearance" description="How the window looks.">
      <ChoiceCards
        label="Theme"
        value={settings.theme}
        choices={themes}
        onChange={(theme) => update({ theme })}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </Section>
  )
}
