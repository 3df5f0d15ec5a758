// Hands the page a port for each set whose vectors it wants.
import { ipcMain } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
import { giveVectors } from '../vectors'
import { handPort } from './hand-port'

/** Not through the media protocol: its streams take three times as long with 60 MB, and the page would hold them twice. */
export function openVectorsBridge(embeddings: Parameters<typeof giveVectors>[1]): void {
  ipcMain.on(vectorsChannel, (event) => {
    const port = handPort(event, vectorsChannel)
    if (!port) return
    giveVectors(port, embeddings)
    port.start()
  })
}
