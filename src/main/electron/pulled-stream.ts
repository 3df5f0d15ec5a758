// Turns chunks into a web stream that reads on demand and can be canceled at any moment.

/**
 * Opens nothing before the first read. `Readable.toWeb` of Node 18 throws outside of any promise when a stream is
 * canceled between its last byte and its end.
 */
export function toPulledStream(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream {
  let isCanceled = false
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (isCanceled) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        isCanceled = true
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}
