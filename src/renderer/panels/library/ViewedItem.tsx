// What is looked at in large: a video, a transcript, or a picture among those around it in what was found.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { queries } from '../../api/desktop'
import { PictureViewer } from '../../media-viewer/PictureViewer'
import { isPicture } from './actions/item-verbs'
import { isTranscript, isVideo } from './actions/job-verbs'
import { chooseOnly } from './choosing/selection'
import { pageLength, toPage } from './items/paging'
import { useFound, usePages } from './items/use-found'
import { bringIntoSight, changeView, choose, useLibraryView } from './library-view'
import { toViewed } from './to-viewed'
import { ViewedTranscript } from './ViewedTranscript'
import { ViewedVideo } from './ViewedVideo'

export function ViewedItem({ id }: { id: string }) {
  const { query, total = 0 } = useFound()
  const index = useLibraryView(({ selection }) => selection.cursor?.index ?? 0)
  const pages = usePages(query, listNear(index, total))
  const { data: known } = useQuery(
    queries.library.read.queryOptions({ input: { ids: [id] }, placeholderData: keepPreviousData }),
  )
  const item = known?.find((each) => each.id === id)
  const { data: making } = useQuery(queries.library.making.queryOptions({ input: { id } }))
  const { data: turns } = useQuery(
    queries.chat.turns.queryOptions({
      input:
        item?.conversationId && item.turnId
          ? { conversationId: item.conversationId, turnIds: [item.turnId] }
          : skipToken,
      retry: false,
    }),
  )
  const close = () => changeView({ viewed: null })
  if (item && isVideo(item)) return <ViewedVideo item={item} onClose={close} />
  if (item && isTranscript(item)) return <ViewedTranscript item={item} onClose={close} />
  const near = listNear(index, total)
    .flatMap((page) => Array.from({ length: pageLength }, (_, at) => page * pageLength + at))
    .flatMap((at) => {
      const found = pages.at(at)
      return found && isPicture(found) ? [{ item: found, at }] : []
    })
  const own = near.findIndex((each) => each.item.id === id)
  if (own < 0) {
    // It is not among those that are found now, as where another filter has been set meanwhile.
    if (!item || !isPicture(item)) return null
    return <PictureViewer pictures={[toViewed(item, { making })]} index={0} onIndex={close} onClose={close} />
  }
  const pictures = near.map((each) =>
    each.item.id === id ? toViewed(each.item, { making, turn: turns?.[0] }) : toViewed(each.item),
  )
  const step = (to: number) => {
    const next = near[to]
    if (!next) return
    changeView({ viewed: next.item.id })
    choose(chooseOnly({ id: next.item.id, index: next.at }))
    bringIntoSight(next.at)
  }
  return <PictureViewer pictures={pictures} index={own} onIndex={step} onClose={close} />
}

/** The page of the item and those beside it. */
function listNear(index: number, total: number): number[] {
  const page = toPage(index)
  const last = toPage(Math.max(0, total - 1))
  return [page - 1, page, page + 1].filter((each) => each >= 0 && each <= last)
}
