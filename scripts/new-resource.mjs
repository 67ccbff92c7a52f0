// `npm run new-resource -- circuit` writes a kind of record that belongs to a company: contract, migration, server, screens,
// texts and tests, from scripts/resource-templates, and its lines in the lists that name every resource.
// docs/adding-a-resource.md says what each file is for; scripts/try-recipe.mjs checks in CI that the result is green.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bin, root, run } from './checkout.mjs'

const usage = `npm run new-resource -- <name> [options]

  <name>            singular, in lower case, words joined by hyphens: circuit, cross-connect
  --plural          default: <name> with -s, -es or -ies
  --title           English title of the list, default from the plural: "Cross connects"
  --german          German singular, default: the English one
  --german-plural   German plural, default: the English one
  --section         section of the menu, default: inventory
  --icon            icon of the menu and the list, of @tabler/icons-react, default: IconBox
  --part            part of the panel that a licence opens it with, default: open to all
`

/** Reserved key words of PostgreSQL (appendix C) and of JavaScript: no names of tables and variables. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_date
  default deferrable desc distinct do else end except false fetch for foreign from grant group having in initially
  intersect into lateral leading limit localtime not null offset on only or order placing primary references returning
  select session_user some symmetric system_user table then to trailing true union unique user using variadic when where
  window with authorization binary collation concurrently cross freeze full ilike inner is isnull join left like natural
  notnull outer overlaps right similar tablesample verbose await break catch class const continue debugger delete enum
  export extends finally function if import instanceof let new package private protected public return static super
  switch this throw try typeof var void while yield`.split(/\s+/),
)

/** Names of variables and imports in the templates. */
const templateNames = new Set(
  `actions afterAll api base beforeAll beforeEach can can-on change-status changed columns companies company create crud
  describe details dialog edit endpoint expect facts fixture form id ids integer is-new it key layout list master name open
  page paths press record ref reply rows screens selection shown shows source status store subject t test text time tones
  trash tx type until update values view visit z`.split(/\s+/),
)

/** Icons that the list uses for its own actions. */
const usedIcons = ['IconCircleCheck', 'IconCircleOff']

const capitalised = (text) => text[0].toUpperCase() + text.slice(1)
const pascal = (kebab) => kebab.split('-').map(capitalised).join('')
const camel = (kebab) => kebab.replace(/-(.)/g, (_all, letter) => letter.toUpperCase())

const pluralOf = (name) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`

/** An argument that can't be used; its text says why. */
export class ArgumentError extends Error {}

const reject = (text) => {
  throw new ArgumentError(text)
}

/** The quoted words of the first match of `pattern` in a file. */
function wordsIn(at, file, pattern) {
  const found = pattern.exec(readFileSync(join(at, file), 'utf8'))?.[1]
  if (found === undefined) throw new Error(`${file} has nothing like ${pattern}: adapt scripts/new-resource.mjs.`)
  return [...found.matchAll(/'([^']+)'/g)].map((word) => word[1])
}

/**
 * What the templates are filled with, by placeholder, from the arguments of the command.
 * @param at the checkout
 * @throws ArgumentError for arguments that can't be used
 */
export function placeholdersOf(args, at = root) {
  const { name, ...options } = readArguments(args)
  const plural = options.plural ?? pluralOf(name)
  for (const word of [name, plural]) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word))
      reject(`“${word}” is not a name: use lower case letters and digits, words joined by hyphens.`)
    // PostgreSQL cuts names at 63 bytes; those of indexes and statistics add a suffix.
    if (word.length > 40) reject(`“${word}” is too long: at most 40 characters.`)
    if (reserved.has(word)) reject(`“${word}” is a reserved word of SQL or JavaScript.`)
    if (templateNames.has(word)) reject(`The templates have a variable “${word}”: choose another name.`)
  }
  if (plural === name) reject('Singular and plural have to differ: set --plural.')

  const many = plural.replaceAll('-', ' ')
  const one = name.replaceAll('-', ' ')
  const title = options.title ?? capitalised(many)
  const einzahl = options.german ?? capitalised(one)
  const mehrzahl = options['german-plural'] ?? (options.german === undefined ? capitalised(many) : undefined)
  if (mehrzahl === undefined) reject('--german needs --german-plural.')
  for (const text of [title, einzahl, mehrzahl])
    if (!/^[\p{L}\p{N} .,/-]+$/u.test(text)) reject(`“${text}” has characters that texts here can't have.`)

  const section = options.section ?? 'inventory'
  const sections = wordsIn(at, 'web/src/route-entry.ts', /section\?: (.*)/)
  if (!sections.includes(section)) reject(`The menu has no section “${section}”: ${sections.join(', ')}.`)

  const parts = wordsIn(at, 'contract/src/resources/licence-enums.ts', /licenceParts = \[(.*)\]/)
  if (options.part !== undefined && !parts.includes(options.part))
    reject(`Licences have no part “${options.part}”: ${parts.join(', ')}.`)

  const icon = options.icon ?? 'IconBox'
  const iconFile = join(at, 'node_modules/@tabler/icons-react/dist/esm/icons', `${icon}.mjs`)
  if (!/^Icon\w+$/.test(icon) || !existsSync(iconFile)) reject(`@tabler/icons-react has no icon “${icon}”.`)
  if (usedIcons.includes(icon)) reject(`${icon} is used for an action of the list: choose another icon.`)

  return {
    kebab: name,
    kebabs: plural,
    snake: name.replaceAll('-', '_'),
    camel: camel(name),
    camels: camel(plural),
    Pascal: pascal(name),
    one,
    many,
    One: capitalised(one),
    Many: title,
    Einzahl: einzahl,
    Mehrzahl: mehrzahl,
    Icon: icon,
    section,
    part: options.part,
    ...menuPlace(at, section, `${name}${plural}abcdefghijklmnopqrstuvwxyz0123456789`),
    migration: `${nextMigration(at)}_${name.replaceAll('-', '_')}`,
  }
}

/** @throws ArgumentError for unknown options and for anything but one name */
function readArguments(args) {
  const text = { type: 'string' }
  const options = Object.fromEntries(
    ['plural', 'title', 'german', 'german-plural', 'section', 'icon', 'part'].map((option) => [option, text]),
  )
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return reject(error.message)
  }
  if (parsed.positionals.length !== 1) reject('Name one resource.')
  return { name: parsed.positionals[0], ...parsed.values }
}

/** The first free key of the menu among `wanted`, and the end of the section. */
function menuPlace(at, section, wanted) {
  const folder = join(at, 'web/src/screens')
  const texts = readdirSync(folder)
    .map((name) => join(folder, name, 'routes.ts'))
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'))
  const keys = new Set(texts.flatMap((text) => [...text.matchAll(/\bkey: '(.)'/g)].map((found) => found[1])))
  // G is the first key of each shortcut.
  const key = [...wanted].find((one) => /[a-fh-z0-9]/.test(one) && !keys.has(one))
  if (key === undefined) throw new Error('All keys of the menu are in use.')
  const positions = texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`section: '${section}',\\s+position: (\\d+)`, 'g'))].map((found) => Number(found[1])),
  )
  return { key, position: Math.max(0, ...positions) + 10 }
}

const nextMigration = (at) => {
  const numbers = readdirSync(join(at, 'db/migrations')).map((file) => Number.parseInt(file, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

const fill = (text, placeholders) =>
  text.replaceAll(/__([A-Za-z]+)__/g, (all, name) => {
    if (placeholders[name] === undefined) throw new Error(`No template may hold ${all}.`)
    return String(placeholders[name])
  })

/** Adds lines at the end of the block that begins with the line `opening` and ends with the next line `closing`. */
export const intoBlock = (opening, closing, added) => (lines) => {
  const from = lines.findIndex((line) => line.startsWith(opening))
  const to = lines.indexOf(closing, from)
  if (from < 0 || to < 0) throw new Error(`no block “${opening} … ${closing}”`)
  return lines.toSpliced(to, 0, added)
}

/** Adds a line behind the last one that matches. */
export const afterLast = (pattern, added) => (lines) => {
  const last = lines.findLastIndex((line) => pattern.test(line))
  if (last < 0) throw new Error(`no line like ${pattern}`)
  return lines.toSpliced(last + 1, 0, added)
}

const into = (path, ...changes) => ({ path, changes })

/** The lines of a resource in the lists that name every resource, by file. */
function insertionsOf(of) {
  const { kebab, kebabs, camel: one, camels, snake, One, Many, Einzahl, Mehrzahl, part } = of
  const key = (word) => (word.includes('-') ? `'${word}'` : word)
  return [
    into(
      'contract/src/abilities.ts',
      intoBlock(
        'const table = {',
        '} satisfies Record<string, AbilityRow>',
        `  ${key(kebabs)}: { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },`,
      ),
    ),
    into('contract/src/object-kind.ts', afterLast(/^ {2}\| '/, `  | '${kebab}'`)),
    into(
      'contract/src/contract.ts',
      afterLast(/^import .* from '\.\/resources\//, `import { ${camels} } from './resources/${kebab}.ts'`),
      intoBlock('interface Contract {', '}', `  ${camels}: typeof ${camels}`),
      intoBlock('export const contract: Contract = {', '}', `  ${camels},`),
    ),
    into('contract/src/messages/en/labels.ts', intoBlock('  object: {', '  },', `    ${key(kebab)}: '${of.one}',`)),
    into('contract/src/messages/de/labels.ts', intoBlock('  object: {', '  },', `    ${key(kebab)}: '${Einzahl}',`)),
    ...(part === undefined
      ? []
      : [
          into(
            'contract/src/resources/licence-enums.ts',
            intoBlock('export const partOfSubject', '}', `  ${key(kebabs)}: '${part}',`),
          ),
        ]),
    into(
      'server/src/http/object-kinds.ts',
      intoBlock('export const objectKinds', '}', `  ${key(kebab)}: { table: '${snake}', softDelete: true },`),
    ),
    into(
      'server/src/app.ts',
      afterLast(/ from '\.\/features\//, `import { ${one}Handlers } from './features/${kebabs}/${kebab}.ts'`),
      afterLast(/^ {2}serveModule\(/, `  serveModule(api, serving, contract.${camels}, ${one}Handlers(deps))`),
    ),
    into(
      'server/src/features/bulk-jobs/row-routes.ts',
      afterLast(
        /^import .* from '@trunkline\/contract\/resources\//,
        `import { ${camels} } from '@trunkline/contract/resources/${kebab}'`,
      ),
      afterLast(/^import \{ \w+Handlers \} from '\.\.\//, `import { ${one}Handlers } from '../${kebabs}/${kebab}.ts'`),
      afterLast(/^ {2}\.\.\.routesOf\(/, `  ...routesOf(${camels}, ${one}Handlers(deps)),`),
    ),
    into(
      'server/src/features/recent-actions/plan.ts',
      intoBlock(
        'export const undoKinds = {',
        '} as const satisfies Partial<Record<Subject, ObjectKind>>',
        `  ${key(kebabs)}: '${kebab}',`,
      ),
    ),
    into(
      'server/src/testing/matrix/owned-rows.ts',
      intoBlock('const columns = {', '}', `  ${key(kebab)}: (name: string): StoredRow => ({ name }),`),
    ),
    into(
      'web/src/paths.ts',
      intoBlock('export const paths = {', '} as const', `  ${camels}: records('/${kebabs}'),`),
      intoBlock('const recordPaths', '}', `  ${key(kebabs)}: paths.${camels}.details,`),
    ),
    into('e2e/accessibility.test.ts', intoBlock('const listsOf', '}', `  '/${kebabs}/': '/${kebab}/index',`)),
    into('web/src/screens/audit/audit-objects.ts', intoBlock('const features', '}', `  ${key(kebabs)}: '${kebabs}',`)),
    into('web/src/screens/profile/texts.en.ts', intoBlock('  subject: {', '  },', `    ${key(kebabs)}: '${Many}',`)),
    into(
      'web/src/screens/profile/texts.de.ts',
      intoBlock('  subject: {', '  },', `    ${key(kebabs)}: '${Mehrzahl}',`),
    ),
    into('web/src/shell/panel/texts.en.ts', intoBlock('  kind: {', '  },', `    ${key(kebabs)}: '${One}',`)),
    into('web/src/shell/panel/texts.de.ts', intoBlock('  kind: {', '  },', `    ${key(kebabs)}: '${Einzahl}',`)),
  ]
}

const templates = join(dirname(fileURLToPath(import.meta.url)), 'resource-templates')
const suffix = '.template'

/**
 * The files of a resource with their texts, new ones and changed ones, by path. Nothing is written.
 * @throws ArgumentError where the checkout has such a resource
 */
export function filesOf(placeholders, at = root) {
  const created = new Map()
  for (const file of readdirSync(templates, { recursive: true }).sort()) {
    if (!file.endsWith(suffix)) continue
    const path = fill(relative('.', file.slice(0, -suffix.length)).replaceAll(sep, '/'), placeholders)
    if (existsSync(join(at, path)) || (path.endsWith('.sql') && hasTable(at, placeholders.snake)))
      reject(`There is a resource “${placeholders.kebab}” already: ${path}.`)
    created.set(path, fill(readFileSync(join(templates, file), 'utf8'), placeholders))
  }
  const changed = new Map()
  for (const { path, changes } of insertionsOf(placeholders)) {
    const lines = readFileSync(join(at, path), 'utf8').split('\n')
    try {
      changed.set(path, changes.reduce((text, change) => change(text), lines).join('\n'))
    } catch (error) {
      throw new Error(`${path} has ${error.message}: adapt scripts/new-resource.mjs.`, { cause: error })
    }
  }
  return { created, changed }
}

const hasTable = (at, table) =>
  new RegExp(`^ {2}${table}: `, 'm').test(readFileSync(join(at, 'db/rows.generated.ts'), 'utf8'))

async function main() {
  const placeholders = placeholdersOf(process.argv.slice(2))
  const { created, changed } = filesOf(placeholders)
  const all = [...created, ...changed]
  for (const [path, text] of all) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const code = await run(
    bin('oxfmt'),
    all.map(([path]) => path).filter((path) => path.endsWith('.ts') || path.endsWith('.tsx')),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (code !== 0) process.exit(code)
  for (const path of created.keys()) console.log(`new      ${path}`)
  for (const path of changed.keys()) console.log(`changed  ${path}`)
  console.log(`
Next, as in docs/adding-a-resource.md:
  1. Give the record its real fields, from the migration to the screens.
  2. npm run rows && npm run checksums
  3. npm run types && npm run lint && npm run format
  4. npm test -- ${placeholders.kebab}
  5. MATRIX=${placeholders.kebab} UPDATE_GOLDEN=1 npx vitest run --project server testing/matrix
     and read the diff of golden.txt: it lists the rights that you grant.`)
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1])
  main().catch((error) => {
    if (!(error instanceof ArgumentError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = 2
  })
