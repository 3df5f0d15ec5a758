// The windows of the application: what this one shows, and stores in localStorage that several change.
const parameters = new URLSearchParams(typeof location === 'undefined' ? '' : location.hash.slice(1))

/** Null in the main window. It is in the URL, so that it stays when the page is loaded again. */
export const ownChat: string | null = parameters.get('chat')

interface StoredState {
  readonly persist: { getOptions(): { readonly name?: string }; rehydrate(): unknown }
}

/** Reads the state again when another window has changed it, because this window would replace that change. */
export function followOtherWindows(store: StoredState): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', ({ key }) => {
    if (key === store.persist.getOptions().name) void store.persist.rehydrate()
  })
}
