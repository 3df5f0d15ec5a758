// Notifications: which finished work is announced in the background, with or without a sound; the icon in the tray.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { NotificationSettings } from '#shared/schemas/notifications'
import type { Settings } from '#shared/schemas/settings'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { SavedIndicator } from '../../components/SavedIndicator'
import { Switch } from '../../components/Switch'
import { Section, TextField, toNumber } from './FormParts'
import { Setting } from './Setting'
import { useSettingsForm, useUpdateSettings } from './settings-form'

interface NotificationsSectionProps {
  readonly settings: Settings
  readonly status: ApplicationStatus
}

type SwitchName = Exclude<keyof NotificationSettings, 'responseSeconds'>

export function NotificationsSection({ settings, status }: NotificationsSectionProps) {
  const { update, failure } = useUpdateSettings()
  const { notifications } = settings
  const toSwitch = (name: SwitchName, label: string, hint: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={notifications[name]}
      onChange={(isOn) => update({ notifications: { ...notifications, [name]: isOn } })}
    />
  )
  return (
    <Section
      id="notifications"
      title="Notifications"
      description="Choose which work is announced when it finishes or fails while Gen Playground is in the background. A click on a notification opens it."
    >
      <Group label="Finished work">
        <Setting id="notify-responses" settings={settings}>
          {toSwitch('responses', 'Chat responses', 'When the last response of a chat has finished.')}
        </Setting>
        {notifications.responses && (
          <Setting id="response-seconds" settings={settings} className="border-line border-l-2 pl-4">
            <ResponseTime settings={notifications} />
          </Setting>
        )}
        <Setting id="notify-images" settings={settings}>
          {toSwitch('images', 'Image steps', 'When all variations of a step have finished.')}
        </Setting>
        <Setting id="notify-videos" settings={settings}>
          {toSwitch('videos', 'Videos', 'When a video was downloaded, was blocked, or failed.')}
        </Setting>
        <Setting id="notify-transcriptions" settings={settings}>
          {toSwitch('transcriptions', 'Transcriptions', 'When a file was transcribed, or failed.')}
        </Setting>
        <Setting id="notify-embeddings" settings={settings}>
          {toSwitch('embeddings', 'Embedding runs', 'When all rows of a run have finished.')}
        </Setting>
      </Group>
      <Setting id="notification-sound" settings={settings}>
        {toSwitch('isAudible', 'Play a sound', 'The system’s sound for notifications.')}
      </Setting>
      <Setting id="tray" settings={settings}>
        <TraySwitch isOn={notifications.tray} isMac={status.platform === 'darwin'}>
          {(hint) => toSwitch('tray', 'Keep running in the tray', hint)}
        </TraySwitch>
      </Setting>
      {failure && <Notice tone="danger" title={failure} />}
    </Section>
  )
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 font-medium text-soft text-sm">{label}</legend>
      {children}
    </fieldset>
  )
}

function ResponseTime({ settings }: { readonly settings: NotificationSettings }) {
  const form = useSettingsForm({
    form: 'response-seconds',
    saved: { seconds: String(settings.responseSeconds) },
    pathOf: () => 'notifications.responseSeconds',
    toPatch: ({ seconds }) => ({ notifications: { ...settings, responseSeconds: toNumber(seconds) } }),
  })
  return (
    <form aria-label="Minimum response time" onSubmit={form.submit} noValidate>
      <TextField
        label="Minimum response time"
        hint="Chats that take less time aren’t announced."
        {...form.field('seconds')}
        inputMode="numeric"
        className="max-w-24 font-mono text-sm"
        actions={
          <>
            <span className="text-faint text-sm">s</span>
            <Button type="submit" disabled={form.pending || !form.isChanged}>
              Save time
            </Button>
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

interface TraySwitchProps {
  readonly isOn: boolean
  readonly isMac: boolean
  readonly children: (hint: string) => ReactNode
}

/** Without a tray, windows close as before, so that none is hidden where nothing could show it again. */
function TraySwitch({ isOn, isMac, children }: TraySwitchProps) {
  // The desktop may have got a tray meanwhile.
  const {
    data: tray,
    isFetching,
    refetch,
  } = useQuery({
    ...queries.application.tray.queryOptions(),
    refetchOnMount: 'always',
  })
  const location = isMac ? 'menu bar' : 'tray'
  return (
    <>
      {children(
        `Closing the last window keeps an icon in the ${location}, which opens the app again and lists running work.`,
      )}
      {tray?.isAvailable === false && (
        <Notice
          tone={isOn ? 'warn' : 'quiet'}
          title="This desktop has no tray"
          actions={
            <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          }
        >
          Closing the last window quits the app once nothing is running, as without this setting. On GNOME, an
          extension for AppIndicator icons adds a tray.
        </Notice>
      )}
    </>
  )
}
