// node web/bundle-report.mjs [dist]: what the sign-in page and the first list load in JavaScript, gzipped as the
// server sends it, from the manifest of the build. Fails when a page is over its budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = process.argv[2] ?? fileURLToPath(new URL('dist', import.meta.url))
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** What is loaded once a page stands, in the language of most; what comes after idle is not a part of it. */
const pages = [
  {
    name: 'sign-in',
    limit: 140,
    requests: 15,
    parts: ['index.html', 'src/i18n/en.ts', 'src/screens/access/Login.tsx'],
  },
  {
    name: 'first list',
    limit: 254,
    requests: 16,
    parts: [
      'index.html',
      'src/i18n/en.ts',
      'src/i18n/en-panel.ts',
      'src/shell/panel/panel.tsx',
      'src/screens/companies/CompanyList.tsx',
      'src/screens/companies/texts.en.ts',
      'src/screens/invites/texts.en.ts',
    ],
  },
]

/** The chunk of a source file: by its own key, or by the shared chunk that a group put it into. */
function keyOf(source) {
  if (manifest[source]) return source
  const found = Object.keys(manifest).find((key) => manifest[key].src === source)
  if (found) return found
  throw new Error(`The manifest has no ${source}; it knows ${Object.keys(manifest).join(', ')}`)
}

/** The files that these parts import, themselves included; what they would import later is not loaded with them. */
function filesOf(parts) {
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const imported of manifest[key].imports ?? []) visit(imported)
  }
  for (const part of parts) visit(keyOf(part))
  const chunks = [...seen].map((key) => manifest[key])
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []))
  return { js: [...new Set(chunks.map((chunk) => chunk.file))].filter((file) => file.endsWith('.js')), css: [...css] }
}

const kB = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000
const sum = (files) => files.reduce((total, file) => total + kB(file), 0)

let over = false
for (const page of pages) {
  const { js, css } = filesOf(page.parts)
  const size = sum(js)
  const fits = size <= page.limit && js.length <= page.requests
  over ||= !fits
  console.log(
    `${page.name}: ${size.toFixed(1)} kB of ${page.limit} kB JavaScript in ${js.length} files (at most ${page.requests}), ${sum(css).toFixed(1)} kB CSS${fits ? '' : '  OVER'}`,
  )
  for (const file of js.toSorted((a, b) => kB(b) - kB(a)))
    console.log(`  ${kB(file).toFixed(1).padStart(6)} kB  ${file}`)
}
process.exitCode = over ? 1 : 0
