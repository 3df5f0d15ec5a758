// Notifications: which finished work is announced in the background, with or without a sound; the icon in the tray.
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#shared/schemas/settings'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Section } from './FormParts'
import { TableSetting } from './TableSetting'

const otherWork = ['notify-images', 'notify-videos', 'notify-transcriptions', 'notify-embeddings']

export function NotificationsSection({ settings }: { settings: Settings }) {
  return (
    <Section id="notifications">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="mb-2 font-medium text-soft text-sm">Finished work</legend>
        <TableSetting id="notify-responses" settings={settings} />
        {settings.notifications.responses && (
          <TableSetting id="response-seconds" settings={settings} className="border-line border-l-2 pl-4" />
        )}
        {otherWork.map((id) => (
          <TableSetting key={id} id={id} settings={settings} />
        ))}
      </fieldset>
      <TableSetting id="notification-sound" settings={settings} />
      <TableSetting id="tray" settings={settings}>
        <MissingTray isOn={settings.notifications.tray} />
      </TableSetting>
    </Section>
  )
}

/** Without a tray, windows close as before, so that none is hidden where nothing could show it again. */
function MissingTray({ isOn }: { isOn: boolean }) {
  const tray = useQuery({
    ...queries.application.tray.queryOptions(),
    // The desktop may have got a tray meanwhile.
    refetchOnMount: 'always',
  })
  if (tray.data?.isAvailable !== false) return null
  return (
    <Notice
      tone={isOn ? 'warn' : 'quiet'}
      title="This desktop has no tray"
      actions={
        <Button size="small" disabled={tray.isFetching} onClick={() => void tray.refetch()}>
          Check again
        </Button>
      }
    >
      Closing the last window quits the app once nothing is running, as without this setting. On GNOME, an
      extension for AppIndicator icons adds a tray.
    </Notice>
  )
}
