// What is wrong with the folder: files that are missing or changed, or the whole of it.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { LibraryQuery } from '#shared/schemas/library'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { openSettings } from '../../state/settings-view'
import { describeTroubled } from './describe-item'
import { noFilters } from './filters/filters'
import { facetOptions } from './items/page-options'
import { changeView, setFilters, useLibraryView } from './library-view'
import { useReconciling } from './use-reconciling'

const troubledQuery = LibraryQuery.parse({ troubled: true })
/** So many tell whether they are missing or changed. */
const readTroubled = 100

export function LibraryNotices() {
  const failure = useReconciling()
  const { data: facets } = useQuery(facetOptions)
  const known = useLibraryView((state) => state.knownTroubled)
  const isShown = useLibraryView(({ filters }) => filters.troubled || filters.bin)
  const troubled = facets?.troubled ?? 0
  if (failure) {
    return (
      <div className="px-4 pt-2">
        <Notice
          tone="danger"
          title="The media folder could not be looked through."
          actions={
            <Button size="small" onClick={() => openSettings('folders')}>
              Folders
            </Button>
          }
        >
          {failure}
        </Notice>
      </div>
    )
  }
  if (troubled === 0 || isShown || troubled <= known) return null
  return <Troubled total={troubled} />
}

function Troubled({ total }: { total: number }) {
  const { data } = useQuery(
    queries.library.list.queryOptions({ input: { query: troubledQuery, offset: 0, limit: readTroubled } }),
  )
  if (!data) return null
  return (
    <div className="px-4 pt-2">
      <Notice
        tone="warn"
        title={`${describeTroubled(data.items, data.total)}.`}
        actions={
          <>
            <Button size="small" onClick={() => setFilters({ ...noFilters, troubled: true })}>
              Show them
            </Button>
            <IconButton
              size="small"
              label="Dismiss"
              icon={X}
              onClick={() => changeView({ knownTroubled: total })}
            />
          </>
        }
      />
    </div>
  )
}
