// The open tab of the Gateway panel, which other parts of the page can choose.
import { create } from 'zustand'
import { openPanel } from '../../state/navigation'

export type GatewayTab = 'log' | 'usage' | 'reference' | 'connect'

export const useGatewayTab = create<{ readonly tab: GatewayTab }>()(() => ({ tab: 'log' }))

export function setGatewayTab(tab: GatewayTab) {
  useGatewayTab.setState({ tab })
}

export function openGatewayTab(tab: GatewayTab) {
  setGatewayTab(tab)
  openPanel('gateway')
}
