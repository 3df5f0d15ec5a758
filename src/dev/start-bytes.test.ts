// Checks what counts as loaded at start.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { startBytes, sumBytes } from './start-bytes.mjs'

async function measure(files: Readonly<Record<string, string>>, ...entries: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'start-bytes-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const found = await startBytes(...entries.map((name) => join(folder, name)))
  return { names: [...found.keys()].map((path) => basename(path)).sort(), bytes: sumBytes(found) }
}

test('counts what a page imports statically, once, but nothing that it imports later', async () => {
  const files = {
    'page.html':
      '<script type="module" src="./a.js"></script><link rel="modulepreload" href="./b.js"><link rel="stylesheet" href="./x.css">',
    'a.js':
      'import{t as n}from"./b.js";import"./c.js";export{n as q}from"./d.js";const l=()=>import("./later.js");',
    'b.js': 'export{t};',
    'c.js': 'import{t}from"./b.js";',
    'd.js': 'const sample=`import x from "./missing.js"`;',
    'later.js': 'export default 1',
    'x.css': 'a{}',
  }
  const { names, bytes } = await measure(files, 'page.html')
  expect(names).toEqual(['a.js', 'b.js', 'c.js', 'd.js'])
  expect(bytes).toBe(names.reduce((sum, name) => sum + (files[name as keyof typeof files]?.length ?? 0), 0))
})

test('counts what a CommonJS script requires itself, but nothing that its functions require later', async () => {
  const files = {
    'main.cjs':
      'require("./a.cjs");const b=require("./b.cjs"),n=require("node:path");async function f(){let{x}=await Promise.resolve().then(()=>require("./later.cjs"))}\n',
    'a.cjs': 'let electron = require("electron");\nconst require_b = require("./b.cjs");\n',
    'b.cjs': '',
    'later.cjs': 'module.exports = 1',
  }
  expect((await measure(files, 'main.cjs')).names).toEqual(['a.cjs', 'b.cjs', 'main.cjs'])
})
