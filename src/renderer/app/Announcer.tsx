// Tells screen readers, politely, what has just finished.
import { useAnnouncement } from '../state/announcement'

export function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <div role="status" aria-live="polite" aria-label="Announcements" className="sr-only">
      {text}
    </div>
  )
}
