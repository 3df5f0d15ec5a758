// An HTTP client that sees each chunk of a response as soon as it arrives.

/** @typedef {{ path: string, headers: Record<string, string>, body: string | Buffer }} Post */
/** @typedef {(chunk: Buffer, response: { resume: () => void, abort: () => void }) => boolean | void} OnData returns false to read no more until `resume` */

/**
 * Returns the number of bytes of the body. Rejects if the response is not complete, or its status is not 200.
 * @param {import('undici').Dispatcher} dispatcher @param {Post} post @param {OnData} [onData]
 * @returns {Promise<number>}
 */
export function sendPost(dispatcher, post, onData = () => {}) {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const response = { resume: () => {}, abort: () => {} }
    dispatcher.dispatch(
      { method: 'POST', ...post },
      {
        onConnect: (abort) => {
          response.abort = abort
        },
        onHeaders: (status, _, resume) => {
          response.resume = resume
          if (status !== 200) reject(new Error(`The status is ${status}.`))
          return true
        },
        onData: (chunk) => {
          bytes += chunk.length
          return onData(chunk, response) !== false
        },
        onComplete: () => resolve(bytes),
        onError: reject,
      },
    )
  })
}

/** The body of a request to Gemini with this prompt. @param {string} text */
export function toPrompt(text) {
  return JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] })
}
