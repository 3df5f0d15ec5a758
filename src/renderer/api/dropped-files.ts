// Files of the user as the main process knows them, so that large ones are read there and not in the page.

/** Resolves to an id for the files; to null if one has no path, such as a file dragged out of an archive. */
export function identifyFiles(files: readonly File[]): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }) => {
      resolve(typeof data === 'string' ? data : null)
      port1.close()
    }
  })
  const origin = location.origin === 'null' ? '*' : location.origin
  window.postMessage({ type: 'dropped-files', files }, origin, [port2])
  return answered
}
