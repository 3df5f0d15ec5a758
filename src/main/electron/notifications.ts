// Shows a system notification when a job ends while the window is in the background. A click shows the window.
import { BrowserWindow, Notification } from 'electron'
import type { JobNotification } from '../job-messages'

/** Referenced until they close, because a garbage-collected notification loses its click handler. */
const shown = new Set<Notification>()

/** Does nothing if the window has the focus, because its panel shows the job. */
export function showNotification({ title, body }: JobNotification, showWindow: () => void): void {
  if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
  const notification = new Notification({ title, body })
  const release = () => shown.delete(notification)
  shown.add(notification)
  notification.on('close', release)
  notification.on('failed', release)
  notification.on('click', () => {
    release()
    showWindow()
  })
  notification.show()
}
