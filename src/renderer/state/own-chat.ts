// The chat of this window, if it shows only that, and the panel with which the main window opens. Both are in the URL.
import { type PanelId, panelIds } from '#shared/desktop/panel-ids'

const parameters = new URLSearchParams(typeof location === 'undefined' ? '' : location.hash.slice(1))

/** Null in the main window. It stays when the page is loaded again. */
export const ownChat: string | null = parameters.get('chat')

const panel = parameters.get('panel')

/** The panel that was open with these displays; null if it is not known: then the last one is open. */
export const startPanel: PanelId | null = panelIds.find((id) => id === panel) ?? null

// When the page is loaded again, the panel is another one.
if (startPanel !== null) history.replaceState(null, '', location.pathname + location.search)
