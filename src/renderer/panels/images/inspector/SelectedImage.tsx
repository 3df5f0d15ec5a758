// Figures and text of the image that the next step edits: on its tile there is only space for a part of them.

import { describeTurnCost, usePrices } from '../../../models/prices'
import { findTurn } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { findFinalPicture, readVariation } from '../state/drawing-steps'
import { useTarget } from '../state/next-step'
import { describeSize, listPictureStats, usePictureFacts } from '../steps/picture-stats'

export function SelectedImage() {
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  const target = useTarget(drawingId)
  const turn = useChat(drawingId, (chat) => (target ? findTurn(chat, target) : undefined))
  const picture = findFinalPicture(turn)
  const facts = usePictureFacts(picture)
  const prices = usePrices()
  if (!turn || !picture) return <p className="text-faint text-sm">Select an image to see its details.</p>
  const { parameters, model, modelVersion } = turn
  const size = describeSize(parameters ?? {}, facts)
  const { text } = readVariation(turn)
  const rows = [
    ['Size', size.text],
    ['File', listPictureStats(turn, facts, describeTurnCost(turn, prices)).join(' · ')],
    ['Model', modelVersion ?? model ?? ''],
    ['Seed', parameters?.seed === undefined ? '' : String(parameters.seed)],
    ['Temperature', parameters?.temperature === undefined ? '' : String(parameters.temperature)],
  ].filter(([, value]) => value)
  return (
    <>
      <dl className="selectable grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className={name === 'Size' && size.differs ? 'text-warn' : 'text-soft tabular-nums'}>
              {value}
              {name === 'Size' && size.differs && ' (differs from request)'}
            </dd>
          </div>
        ))}
      </dl>
      {text && (
        <p
          dir="auto"
          className="selectable max-h-40 overflow-y-auto whitespace-pre-line text-soft text-sm [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      )}
    </>
  )
}
