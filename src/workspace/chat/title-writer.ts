// Asks the model for the title of a new chat, once, after the first response. Until then, and without one, the title
// is the first words of the prompt.
import { findModel } from '#shared/models/catalog'
import { toMinThinking } from '#shared/models/thinking'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { HttpRequest, Send } from '#shared/wire/http'
import { requestGeneratedTitle, saveGeneratedTitle } from '../conversations/conversation-rows'
import { findTurn } from '../conversations/tree/turn-rows'
import { type PromptRequestPorts, readAnswer, toChatHttpRequest } from './chat-http'
import { partsOf } from './fold'
import { newPrompt } from './save-turns'

export interface TitlePorts extends PromptRequestPorts {
  readonly send: Send
  /** The user may turn it off. */
  readonly canWriteTitles: () => boolean
  /** Identifies the provider that requests are sent to now. */
  readonly currentProvider: () => string
  /** The provider sends a name of the specification as one of its own models, which may reject thinking settings. */
  readonly hasOwnModels: () => boolean
}

interface TitleWriterPorts extends TitlePorts {
  /** Called once a title has been saved. */
  readonly onTitle: (conversationId: string) => void
}

/** Responses that have not ended by then are of no use. */
const timeoutMs = 60_000

export function createTitleWriter(ports: TitleWriterPorts) {
  const { connection, canWriteTitles, currentProvider, onTitle } = ports
  const closing = new AbortController()
  const running = new Set<Promise<void>>()

  const write = async (input: Omit<TitleRequest, 'signal'>, before: string): Promise<void> => {
    const { conversationId } = input.answer
    const controller = new AbortController()
    const abort = () => controller.abort()
    const timer = setTimeout(abort, timeoutMs)
    closing.signal.addEventListener('abort', abort)
    const { signal } = controller
    try {
      const title = await requestTitle(ports, { ...input, signal })
      if (title && !signal.aborted && saveGeneratedTitle(connection, { conversationId, title, before }))
        onTitle(conversationId)
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', abort)
    }
  }
  return {
    /**
     * Called after every answer, with the provider that it came from. Returns immediately, and never throws: a chat without
     * such a title is complete.
     */
    onAnswer(answer: Turn, provider: string | null): void {
      try {
        if (closing.signal.aborted || !canWriteTitles() || !isTitled(ports, answer)) return
        // Another provider must not read this chat.
        if (provider === null || provider !== currentProvider()) return
        const prompt = findTurn(connection, answer.conversationId, answer.parentId ?? '')
        if (prompt.parentId !== null || readText(prompt) === '') return
        // Saved before the request is sent, so that no crash can bill a second one.
        const before = requestGeneratedTitle(connection, answer.conversationId)
        if (before === undefined) return
        // The request log has the error of a request that fails.
        const work = write({ answer, prompt, provider }, before)
          .catch(() => undefined)
          .finally(() => running.delete(work))
        running.add(work)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    },
    /** Resolves once nothing is being written. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(running)
    },
  }
}

/** Not the demo, which has no model, and not image models, which would draw a picture. */
function isTitled({ models }: TitlePorts, { state, upstream, model, ...answer }: Turn): boolean {
  if (state !== 'complete' || upstream === null || upstream === 'demo' || model === null) return false
  const { kind = 'text' } = findModel(model, models()) ?? {}
  return kind === 'text' && readText(answer) !== ''
}

function readText({ parts }: Pick<Turn, 'parts'>): string {
  const texts = parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : []))
  return texts.join('\n').trim()
}

/** Characters of the prompt and of the response that the model reads. */
const maxExcerpt = 2000

interface TitleRequest {
  readonly answer: Turn
  readonly prompt: Turn
  /** The only one that the chat may be sent to. */
  readonly provider: string
  readonly signal: AbortSignal
}

/** Undefined if the response has no text, or if another provider was selected. */
async function requestTitle(
  ports: TitlePorts,
  { answer, prompt, provider, signal }: TitleRequest,
): Promise<string | undefined> {
  const excerpt = (turn: Turn) => readText(turn).slice(0, maxExcerpt)
  const text = `User:\n${excerpt(prompt)}\n\nModel:\n${excerpt(answer)}`
  const request: HttpRequest = await toChatHttpRequest(
    {
      branch: [newPrompt({ ...prompt, parentId: null }, [{ text }])],
      parameters: toTitleParameters(answer.model ?? '', ports.hasOwnModels()),
      models: ports.models(),
    },
    ports.media,
    signal,
  )
  if (ports.currentProvider() !== provider) return undefined
  let title = ''
  for await (const chunk of readAnswer(await ports.send(request)))
    title += readText({ parts: [...partsOf(chunk)] })
  return toPlainTitle(title)
}

/** Six words in any language. Thoughts count, too, and a model that cannot turn them off needs room for them. */
const maxTokens = 64
const maxTokensWithThoughts = 1024

function toTitleParameters(model: string, hasOwnModels: boolean): ChatParameters {
  const thinking = hasOwnModels ? {} : toMinThinking(model)
  const isOff = 'thinkingBudget' in thinking && thinking.thinkingBudget === 0
  const maxOutputTokens = isOff ? maxTokens : maxTokensWithThoughts
  return { model, streaming: false, systemInstruction: titleInstruction, maxOutputTokens, ...thinking }
}

export const titleInstruction =
  'Write a title for this conversation, in its language: at most six words, without quotation marks, Markdown, or a period at the end. Reply with the title only.'

/** The column of the list shows about half of it. */
const maxLength = 80

/** Characters of a line that are read: a title, and the marks around it. */
const maxLine = 1000

/** The first line without the marks that models add nevertheless. */
export function toPlainTitle(text: string): string | undefined {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? ''
  const plain = line
    .slice(0, maxLine)
    .replace(/^[\s#>*_`-]*(?:title\s*:)?[\s*_`"'“”„‘’«»]*/iu, '')
    .replace(/[\s*_`"'“”„‘’«».]*$/u, '')
    .replace(/\s+/gu, ' ')
  return [...plain].slice(0, maxLength).join('').trim() || undefined
}
