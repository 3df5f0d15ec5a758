// Tells through the system that a job has ended while the user is elsewhere; a click brings the window to the front.
import { BrowserWindow, Notification } from 'electron'
import type { JobNotification } from '../job-messages'

/** Held until they are gone: one that is collected loses its click. */
const shown = new Set<Notification>()

/** Nothing where the window is in front: its panel shows it. */
export function notifyOf({ title, body }: JobNotification, showWindow: () => void): void {
  if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
  const notification = new Notification({ title, body })
  const forget = () => shown.delete(notification)
  shown.add(notification)
  notification.on('close', forget)
  notification.on('failed', forget)
  notification.on('click', () => {
    forget()
    showWindow()
  })
  notification.show()
}
