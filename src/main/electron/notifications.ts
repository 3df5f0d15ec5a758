// Shows system notifications while the app is in the background. A click opens what they are about.
import { BrowserWindow, Notification } from 'electron'
import type { JobNotification } from '../job-messages'

interface NotificationOptions {
  readonly message: JobNotification
  readonly isAudible: boolean
  readonly onClick: () => void
}

/** Referenced until they close, because a garbage-collected notification loses its click handler. */
const shown = new Set<Notification>()

/** No window of the app has the focus. */
export function isInBackground(): boolean {
  return BrowserWindow.getFocusedWindow() === null
}

/** Does nothing if a window has the focus, because the page shows the same. */
export function showNotification({ message, isAudible, onClick }: NotificationOptions): void {
  if (!isInBackground() || !Notification.isSupported()) return
  const { title, body } = message
  const notification = new Notification({ title, body, silent: !isAudible })
  const release = () => shown.delete(notification)
  shown.add(notification)
  notification.on('close', release)
  notification.on('failed', release)
  notification.on('click', () => {
    release()
    onClick()
  })
  notification.show()
}
