// Lines to paste that connect a script to the gateway: for a shell, a .env file, Python, and each tested SDK.
import { quote } from './sample-request'

interface ConnectTarget {
  /** The gateway's URL, without a trailing slash. */
  readonly baseUrl: string
  readonly key: string
}

interface ConnectSample {
  readonly id: string
  readonly name: string
  /** Says what has to be installed. */
  readonly instructions: string
  readonly write: (target: ConnectTarget) => string
}

const prompt = 'Hello'
const body = JSON.stringify({ contents: [{ parts: [{ text: prompt }] }] })
const generatePath = '/v1beta/models/gen-2.5-flash:generateContent'

/** A literal of JavaScript, and of Python. */
const literal = (text: string) => JSON.stringify(text)

/** A value of a .env file. */
function quoteForEnvFile(value: string): string {
  return /^[\w./:@%+-]*$/.test(value) ? value : `"${value.replace(/["\\$]/g, '\\$&')}"`
}

const lines = (...each: readonly string[]) => `${each.join('\n')}\n`

export const connectSamples: readonly ConnectSample[] = [
  {
    id: 'curl',
    name: 'curl',
    instructions: 'For a POSIX shell (Git Bash on Windows).',
    write: ({ baseUrl, key }) =>
      lines(
        `curl ${quote(baseUrl + generatePath)} \\`,
        `  -H ${quote(`x-goog-api-key: ${key}`)} \\`,
        "  -H 'Content-Type: application/json' \\",
        `  -d ${quote(body)}`,
      ),
  },
  {
    id: 'env',
    name: '.env',
    instructions: 'Your code stays unchanged: @google/genai and openai read these variables.',
    write: ({ baseUrl, key }) =>
      lines(
        `GOOGLE_GEMINI_BASE_URL=${quoteForEnvFile(baseUrl)}`,
        `GEMINI_API_KEY=${quoteForEnvFile(key)}`,
        `OPENAI_BASE_URL=${quoteForEnvFile(`${baseUrl}/v1`)}`,
        `OPENAI_API_KEY=${quoteForEnvFile(key)}`,
      ),
  },
  {
    id: 'python',
    name: 'Python',
    instructions: 'Requires Python 3. No packages needed.',
    write: ({ baseUrl, key }) =>
      lines(
        'import json',
        'import urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${literal(baseUrl + generatePath)},`,
        `    data=json.dumps({"contents": [{"parts": [{"text": ${literal(prompt)}}]}]}).encode(),`,
        `    headers={"Content-Type": "application/json", "x-goog-api-key": ${literal(key)}},`,
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    answer = json.load(response)',
        'for part in answer["candidates"][0]["content"]["parts"]:',
        '    print(part.get("text", ""))',
      ),
  },
  {
    id: 'genai',
    name: '@google/genai',
    instructions: 'Requires Node.js 20 or later and the @google/genai package. Save it as hello.mjs.',
    write: ({ baseUrl, key }) =>
      lines(
        'import { GoogleGenAI } from "@google/genai"',
        '',
        'const ai = new GoogleGenAI({',
        `  apiKey: ${literal(key)},`,
        `  httpOptions: { baseUrl: ${literal(baseUrl)} },`,
        '})',
        `const response = await ai.models.generateContent({ model: "gen-2.5-flash", contents: ${literal(prompt)} })`,
        'console.log(response.text)',
      ),
  },
  {
    id: 'generative-ai',
    name: '@google/generative-ai',
    instructions: 'Requires Node.js 20 or later and the @google/generative-ai package. Save it as hello.mjs.',
    write: ({ baseUrl, key }) =>
      lines(
        'import { GoogleGenerativeAI } from "@google/generative-ai"',
        '',
        `const ai = new GoogleGenerativeAI(${literal(key)})`,
        `const model = ai.getGenerativeModel({ model: "gen-2.5-flash" }, { baseUrl: ${literal(baseUrl)} })`,
        `const { response } = await model.generateContent(${literal(prompt)})`,
        'console.log(response.text())',
      ),
  },
  {
    id: 'ai-sdk',
    name: '@ai-sdk/google',
    instructions:
      'Requires Node.js 20 or later and the packages ai and @ai-sdk/google. Save it as hello.mjs.',
    write: ({ baseUrl, key }) =>
      lines(
        'import { createGoogleGenerativeAI } from "@ai-sdk/google"',
        'import { generateText } from "ai"',
        '',
        `const google = createGoogleGenerativeAI({ apiKey: ${literal(key)}, baseURL: ${literal(`${baseUrl}/v1beta`)} })`,
        '// A retry may be billed again.',
        `const { text } = await generateText({ model: google("gemini-2.5-flash"), prompt: ${literal(prompt)}, maxRetries: 0 })`,
        'console.log(text)',
      ),
  },
  {
    id: 'langchain',
    name: '@langchain/google-genai',
    instructions:
      'Requires Node.js 20 or later and the packages @langchain/core and @langchain/google-genai. Save it as hello.mjs.',
    write: ({ baseUrl, key }) =>
      lines(
        'import { ChatGoogleGenerativeAI } from "@langchain/google-genai"',
        '',
        'const chat = new ChatGoogleGenerativeAI({',
        '  model: "gemini-2.5-flash",',
        `  apiKey: ${literal(key)},`,
        `  baseUrl: ${literal(baseUrl)},`,
        '  // A retry may be billed again.',
        '  maxRetries: 0,',
        '})',
        `console.log((await chat.invoke(${literal(prompt)})).text)`,
      ),
  },
  {
    id: 'openai',
    name: 'openai',
    instructions: 'Requires Node.js 20 or later and the openai package. Save it as hello.mjs.',
    write: ({ baseUrl, key }) =>
      lines(
        'import OpenAI from "openai"',
        '',
        '// A retry may be billed again.',
        `const openai = new OpenAI({ apiKey: ${literal(key)}, baseURL: ${literal(`${baseUrl}/v1`)}, maxRetries: 0 })`,
        'const { choices } = await openai.chat.completions.create({',
        '  model: "gen-2.5-flash",',
        `  messages: [{ role: "user", content: ${literal(prompt)} }],`,
        '})',
        'console.log(choices[0].message.content)',
      ),
  },
]
