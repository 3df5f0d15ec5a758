// The context menu of the listed requests, and the dialogs of its actions.
import type { ReactElement } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { ContextMenu } from '../../../components/Menu'
import { CompareDialog } from '../../../exchange/CompareDialog'
import { ReplayDialog, useSending } from '../../../exchange/ReplayDialog'
import { changeLogView, useLogView } from './log-view'
import { listRequestItems, listSelectionItems } from './request-items'
import { openSent } from './request-log'

interface RequestMenuProps {
  /** At the cursor. */
  readonly exchange: ExchangeSummary | null
  readonly children: ReactElement
}

export function RequestMenu({ exchange, children }: RequestMenuProps) {
  const count = useLogView(({ selection }) => selection.ids.size)
  const { isSending } = useSending()
  const items = count > 1 ? listSelectionItems(count) : exchange ? listRequestItems(exchange, isSending) : []
  return (
    <ContextMenu label={count > 1 ? 'Actions for selected requests' : 'Actions for request'} items={items}>
      {children}
    </ContextMenu>
  )
}

/** The dialogs of the list's actions. */
export function RequestDialogs() {
  const replayed = useLogView((view) => view.replayed)
  const compared = useLogView((view) => view.compared)
  return (
    <>
      {replayed && (
        <ReplayDialog {...replayed} onClose={() => changeLogView({ replayed: null })} onSent={openSent} />
      )}
      {compared && <CompareDialog ids={compared} onClose={() => changeLogView({ compared: null })} />}
    </>
  )
}
