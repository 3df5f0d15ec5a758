// Hands the page a port for each set whose vectors it wants.
import { ipcMain } from 'electron'
import { vectorsChannel } from '#shared/vectors/vector-port'
import type { VectorsThread } from '../vectors-thread'
import { handPort } from './hand-port'

/** Not through the media protocol: its streams take three times as long with 60 MB, and the page would hold them twice. */
export function openVectorsBridge(join: VectorsThread['join']): void {
  ipcMain.on(vectorsChannel, (event) => {
    const port = handPort(event, vectorsChannel)
    if (!port) return
    join(port)
    port.start()
  })
}
