// The chat of this window, if it shows only that.
const parameters = new URLSearchParams(typeof location === 'undefined' ? '' : location.hash.slice(1))

/** Null in the main window. It is in the URL, so that it stays when the page is loaded again. */
export const ownChat: string | null = parameters.get('chat')
