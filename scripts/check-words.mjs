// Compares names and the English catalogue with word-rules.mjs. `npm run lint` runs it: it prints file:line, the word and
// what to write instead.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { checkoutFiles } from './check-imports.mjs'
import { catalogue, names, texts } from './word-rules.mjs'

/** Names that a pattern binds. Of `{ name }` none: the name comes from the object. */
function* bound(node) {
  if (node?.type === 'Identifier') yield node
  else if (node?.type === 'ObjectPattern')
    for (const one of node.properties) {
      if (one.type === 'RestElement') yield* bound(one.argument)
      else if (!one.shorthand) yield* bound(one.value)
    }
  else if (node?.type === 'ArrayPattern') for (const one of node.elements) yield* bound(one)
  else if (node?.type === 'AssignmentPattern') yield* bound(node.left)
  else if (node?.type === 'RestElement') yield* bound(node.argument)
  else if (node?.type === 'TSParameterProperty') yield* bound(node.parameter)
}

const declarations = new Set([
  'ClassDeclaration',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
])
const members = new Set([
  'MethodDefinition',
  'Property',
  'PropertyDefinition',
  'TSMethodSignature',
  'TSPropertySignature',
])

/** Identifiers that a syntax tree declares; uses of names are left out, so that names of libraries are too. */
function* declared(node) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) yield* declared(one)
    return
  }
  if (declarations.has(node.type)) yield* bound(node.id)
  else if (members.has(node.type) && !node.computed && !node.shorthand) yield* bound(node.key)
  else if (node.type === 'ImportSpecifier' && node.local.name !== node.imported.name) yield node.local
  else if (node.type === 'ImportDefaultSpecifier' || node.type === 'ImportNamespaceSpecifier') yield node.local
  else if (node.type === 'TSTypeParameter') yield* bound(node.name)
  else if (node.type === 'CatchClause') yield* bound(node.param)
  if (Array.isArray(node.params)) for (const one of node.params) yield* bound(one)
  if (/Function/.test(node.type)) yield* bound(node.id)
  if (node.type === 'ObjectPattern') {
    for (const one of node.properties) yield* declared(one.value?.right ?? null)
    return
  }
  for (const value of Object.values(node)) yield* declared(value)
}

/** Every string of a syntax tree, with its position. */
function* strings(node) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) yield* strings(one)
    return
  }
  if (node.type === 'ImportDeclaration') return
  if (node.type === 'Literal' && typeof node.value === 'string') yield { start: node.start, text: node.value }
  if (node.type === 'TemplateElement') yield { start: node.start, text: node.value.raw }
  for (const value of Object.values(node)) yield* strings(value)
}

/** The lower-case parts of a name: `setWayBack_id` has `set`, `way`, `back` and `id`. */
export const partsOf = (name) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.map((one) => one.toLowerCase()) ?? []

const nameRules = names.map(({ words, write, allowed, where }) => {
  const isPhrase = /^(from above|way back)$/.test(words)
  return {
    words: isPhrase ? [words] : words.split(' '),
    write,
    allowed: new Set(allowed?.[0].split(' ')),
    where: where?.[0],
  }
})
const textRules = texts.map(({ words, write, allowed }) => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
  write,
  allowed,
}))

/** The rule that a name breaks, with the word. */
function nameError(path, name) {
  const parts = ` ${partsOf(name).join(' ')} `
  for (const { words, write, allowed, where } of nameRules) {
    const word = words.find((one) => parts.includes(` ${one} `))
    if (word !== undefined && !allowed.has(name) && where?.test(path) !== true) return { word, write }
  }
  return undefined
}

/**
 * What a file has of the table's words.
 * @returns name or text, word, what to write instead and line of each; a name once a file, a word of the catalogue once a text
 */
export function wordsIn(path, text) {
  const { program } = parseSync(path, text)
  const lineOf = (start) => text.slice(0, start).split('\n').length
  const found = new Map()
  for (const { name, start } of declared(program.body)) {
    if (found.has(name)) continue
    const problem = nameError(path, name)
    if (problem !== undefined) found.set(name, { ...problem, name, line: lineOf(start) })
  }
  if (!catalogue.test(path)) return [...found.values()]
  const inTexts = [...strings(program.body)].flatMap((one) =>
    textRules.flatMap(({ pattern, write, allowed }) => {
      const word = pattern.exec(allowed === undefined ? one.text : one.text.replace(allowed, ''))?.[0]
      return word === undefined ? [] : [{ word, write, name: `"${word.toLowerCase()}"`, line: lineOf(one.start) }]
    }),
  )
  return [...found.values(), ...inTexts]
}

/**
 * Checks the names and texts of a checkout.
 * @param files texts by path
 * @returns problems, a line each
 */
export function checkWords(files) {
  const problems = []
  for (const [path, text] of files) {
    if (path.endsWith('.json')) continue
    for (const { name, word, write, line } of wordsIn(path, text))
      problems.push(`${path}:${line}: ${name}: instead of "${word}" write: ${write}`)
  }
  return problems
}

const script = fileURLToPath(import.meta.url)

if (process.argv[1] === script) {
  const files = checkoutFiles(dirname(dirname(script)))
  const problems = checkWords(files)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`names and texts of ${files.size} files follow scripts/word-rules.mjs`)
}
