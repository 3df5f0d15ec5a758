// Stores in localStorage that several windows change.

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
