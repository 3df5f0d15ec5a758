// The open tab of the Gateway panel: it stays while another panel is open, and other parts of the page can choose it.
import { create } from 'zustand'
import { openPanel, showElsewhere } from '../../state/navigation'

export const gatewayTabs = ['log', 'usage', 'reference', 'connect'] as const
export type GatewayTab = (typeof gatewayTabs)[number]

export const useGatewayTab = create<{ readonly tab: GatewayTab }>()(() => ({ tab: 'log' }))

export function setGatewayTab(tab: GatewayTab) {
  useGatewayTab.setState({ tab })
}

/** Also moves the focus to the tab. */
export function showGatewayTab(tab: GatewayTab) {
  // A toast returns the focus to where it was before: if that was another tab, it must be so before this one opens.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  setGatewayTab(tab)
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[aria-label="Gateway views"] [aria-selected="true"]')?.focus(),
  )
}

export function openGatewayTab(tab: GatewayTab) {
  if (showElsewhere({ type: 'panel', panel: 'gateway', tab })) return
  openPanel('gateway')
  showGatewayTab(tab)
}
