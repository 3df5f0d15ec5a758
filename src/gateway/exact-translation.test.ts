// What translation between the dialects of Google and OpenAI must not change: large integers, and which call a result
// belongs to.
import { expect, onTestFinished, test } from 'vitest'
import { type OpenAiGateway, openOpenAiGateway } from './testing/openai-gateway.fixture'
import { openTestGateway, openUpstream, type UpstreamRequest } from './testing/test-gateway.fixture'

const large = '1234567890123456789'
const args = `{"id":${large},"n":9007199254740993}`
const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}`
/** Google's SDKs send limits as texts. */
const asSent = schema.replace('9223372036854775807', '"9223372036854775807"')
const asText = (json: string) => JSON.stringify(json)

/** Answers with the JSON, or as a stream of one event if the request says so. */
async function openProvider(json: string) {
  const requests: UpstreamRequest[] = []
  const provider = await openUpstream((request, outgoing) => {
    requests.push(request)
    const isStream = request.url.includes(':stream') || request.body.includes('"stream":true')
    outgoing.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    outgoing.end(isStream ? `data: ${json.replace('"message"', '"delta"')}\n\ndata: [DONE]\n\n` : json)
  })
  onTestFinished(provider.close)
  return { url: provider.url, lastBody: () => requests.at(-1)?.body.toString() ?? '' }
}

async function openServer(url: string): Promise<OpenAiGateway> {
  const settings = { baseUrl: url, defaults: { text: 'm1' }, kinds: {} }
  const opened = await openOpenAiGateway('openai', { settings, serverKey: 'k' })
  onTestFinished(opened.close)
  return opened
}

test.each([false, true])(
  'integers of an OpenAI client reach Google’s API, and return (stream: %s)',
  async (isStream) => {
    const call = `{"functionCall":{"name":"f","args":${args}}}`
    const provider = await openProvider(
      `{"candidates":[{"content":{"role":"model","parts":[${call}]},"finishReason":"STOP"}]}`,
    )
    const gateway = await openTestGateway({ baseUrl: provider.url })
    onTestFinished(gateway.close)
    const called = `{"id":"c1","type":"function","function":{"name":"f","arguments":${asText(args)}}}`
    const body = `{"model":"gen-2.5-pro","stream":${isStream},"messages":[{"role":"user","content":"Hi"},
    {"role":"assistant","content":null,"tool_calls":[${called}]},
    {"role":"tool","tool_call_id":"c1","content":${asText(args)}}],
    "tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}]}`
    const { text } = await gateway.send('/v1/chat/completions', { body })
    expect(text).toContain(asText(args).slice(1, -1))
    const sent = provider.lastBody()
    expect(sent).toContain(`"args":${args}`)
    expect(sent).toContain(`"response":${args}`)
    expect(sent).toContain('"maximum":9223372036854775807')
  },
)

test.each(['generateContent', 'streamGenerateContent?alt=sse'])(
  'integers of a client of Google’s API reach an OpenAI server, and return: %s',
  async (verb) => {
    const called = `{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":${asText(args)}}}`
    const choice = `{"index":0,"message":{"role":"assistant","tool_calls":[${called}]},"finish_reason":"tool_calls"}`
    const provider = await openProvider(`{"id":"x","model":"m1","choices":[${choice}]}`)
    const { gateway } = await openServer(provider.url)
    const body = `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},
      {"role":"model","parts":[{"functionCall":{"name":"f","args":${args}}}]},
      {"role":"user","parts":[{"functionResponse":{"name":"f","response":${args}}}]}],
      "tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":${schema}},
        {"name":"g","parameters":${schema}},{"name":"h","parameters":${asSent}}]}]}`
    const { text } = await gateway.send(`/v1beta/models/gen-2.5-flash:${verb}`, { body })
    expect(text).toContain(`"args":${args}`)
    const sent = provider.lastBody()
    expect(sent.split(asText(args))).toHaveLength(3)
    expect(sent.match(/"maximum":9223372036854775807\}/g)).toHaveLength(3)
  },
)

test('long IDs of calls are shortened alike in the call and its result, whichever client sends them', async () => {
  const provider = await openProvider(
    '{"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}',
  )
  const { gateway } = await openServer(provider.url)
  const id = `call_gp_1__thought__${'a'.repeat(900)}`
  const call = { id, type: 'function', function: { name: 'f', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: '{}' },
  ]
  await gateway.send('/v1/chat/completions', { body: JSON.stringify({ model: 'm1', messages }) })
  const readIds = () =>
    [...provider.lastBody().matchAll(/"(?:tool_call_)?id":"([^"]+)"/g)].map(([, found]) => found ?? '')
  const relayed = readIds()
  const contents = [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [{ functionCall: { id, name: 'f', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { id, name: 'f', response: {} } }] },
  ]
  await gateway.send('/v1beta/models/gen-2.5-flash:generateContent', { body: JSON.stringify({ contents }) })
  expect(readIds()).toEqual(relayed)
  expect([relayed.length, new Set(relayed).size, relayed[0]?.length]).toEqual([2, 1, 45])
})
