// The turn of an answer that calls functions instead of speaking.

import type { Piece } from '../generation/piece'
import type { Generation } from '../generation/read-request'
import { sign } from '../generation/say'
import { countTokens } from '../generation/tokens'
import { toOpaqueId } from '../seed'
import type { ChosenCall } from './choose-calls'

/** Only the first call is signed; ids exist from the third generation on (wire §2.3, §2.4). */
export function* answerWithCalls(request: Generation, calls: readonly ChosenCall[]): Generator<Piece> {
  for (const [index, { name, args }] of calls.entries()) {
    const id = request.signs ? { id: toOpaqueId(`${request.fingerprint}${index}`, 8) } : {}
    const signature = index === 0 && request.entry?.thinks ? { thoughtSignature: sign(request, name) } : {}
    yield {
      part: { functionCall: { ...id, name, args: { ...args } }, ...signature },
      tokens: countTokens(name) + countTokens(JSON.stringify(args)),
    }
  }
  yield { finishReason: 'STOP' }
}
