// Appearance: theme, density, font size, motion, and the language of dates and numbers.
import { type AppearanceSettings, fontSizes, type Settings } from '#shared/schemas/settings'
import { Field } from '../../components/Field'
import { createFormats, formatMoment, resolveFormatLanguage } from '../../components/format'
import { Notice } from '../../components/Notice'
import { Select } from '../../components/Select'
import { Section } from './FormParts'
import { Setting } from './Setting'
import { defaultSettings } from './setting-defaults'
import { useUpdateSettings } from './settings-form'
import { TableSetting } from './TableSetting'

export function AppearanceSection({ settings }: { settings: Settings }) {
  const { update, failure } = useUpdateSettings()
  const { appearance } = settings
  const change = (part: Partial<AppearanceSettings>) => update({ appearance: { ...appearance, ...part } })
  return (
    <Section id="appearance">
      <TableSetting id="theme" settings={settings} />
      <TableSetting id="density" settings={settings} />
      <Setting id="font-size" settings={settings}>
        <Field label="Font size">
          {({ id }) => (
            <Select
              id={id}
              label="Font size"
              className="w-40"
              value={String(appearance.fontSize)}
              groups={[{ label: '', options: listFontSizes() }]}
              onChange={(size) => change({ fontSize: Number(size) })}
            />
          )}
        </Field>
      </Setting>
      <TableSetting id="motion" settings={settings} />
      <Setting id="format-language" settings={settings}>
        <FormatLanguageField
          language={appearance.formatLanguage}
          onChange={(formatLanguage) => change({ formatLanguage })}
        />
      </Setting>
      {failure && <Notice tone="danger" title={failure} />}
    </Section>
  )
}

function listFontSizes() {
  return Array.from({ length: fontSizes.max - fontSizes.min + 1 }, (_, index) => {
    const size = fontSizes.min + index
    const isDefault = size === defaultSettings.appearance.fontSize
    return { value: String(size), label: isDefault ? `${size} px (default)` : `${size} px` }
  })
}

const languages =
  'ar-EG cs-CZ da-DK de-AT de-CH de-DE en-AU en-CA en-GB en-IE en-IN en-US es-ES es-MX fi-FI fr-CA fr-FR he-IL hi-IN it-IT ja-JP ko-KR nb-NO nl-NL pl-PL pt-BR pt-PT ru-RU sv-SE tr-TR uk-UA zh-CN zh-TW'.split(
    ' ',
  )

const names = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' })

interface FormatLanguageFieldProps {
  readonly language: string
  readonly onChange: (language: string) => void
}

function FormatLanguageField({ language, onChange }: FormatLanguageFieldProps) {
  const formats = createFormats(resolveFormatLanguage(language))
  const system = names.of(resolveFormatLanguage('system'))
  const listed = languages.includes(language) || language === 'system' ? languages : [...languages, language]
  const options = listed
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))
  return (
    <Field label="Dates and numbers" hint="The texts of the app stay in English.">
      {({ id }) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Select
            id={id}
            label="Dates and numbers"
            className="w-64"
            value={language}
            groups={[{ label: '', options: [{ value: 'system', label: `System: ${system}` }, ...options] }]}
            onChange={onChange}
          />
          <span className="text-soft text-sm tabular-nums">
            {formatMoment(exampleMoment, formats)} · {formats.fraction().format(1234.5)}
          </span>
        </div>
      )}
    </Field>
  )
}

/** A day above 12, so that the order of day and month is seen. */
const exampleMoment = new Date(2026, 4, 21, 21, 5, 30).getTime()
