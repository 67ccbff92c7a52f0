import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { RouterState } from './router-state.ts'
import { ruleOf, secretNames } from './rules.ts'
import type { Menu } from './schema.ts'
import { compareText } from './text.ts'
import { noPermission } from './trap.ts'
import { formatDateTime, readBoolean } from './values.ts'

/** Quotes a value for a script if it contains any other characters. */
export function quoted(value: string): string {
  const read = readBoolean(value)
  const text = read === undefined ? value : read ? 'yes' : 'no'
  if (/^[A-Za-z0-9_.:/,*@+-]+$/.test(text)) return text
  return `"${text
    .replace(/[\\"$?]/g, '\\$&')
    .replace(/\r/g, '\\r')
    .replace(/\n/g, '\\n')}"`
}

/** Breaks lines of an export at 80 characters; continuation lines are indented by four. */
function wrapped(line: string): string {
  const words = line.split(' ')
  const lines: string[] = []
  let current = ''
  for (const word of words) {
    if (current !== '' && current.length + word.length + 1 > 78) {
      lines.push(`${current} \\`)
      current = `    ${word}`
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current].join('\n')
}

/** Menus whose rows cannot be added: they are found by their default name. */
const fixed: Readonly<Record<string, string>> = {
  '/interface/ethernet': 'default-name',
  '/interface/wifi': 'default-name',
  '/interface/wifiwave2': 'default-name',
  '/interface/wireless': 'default-name',
  '/interface/lte': 'default-name',
  '/ip/service': 'name',
}

/** Not exported: measured values, and values of this router only. */
const left = new Set(['/file', '/log', '/user', '/system/package', '/interface', '/system/history', '/certificate'])

interface Style {
  showsSecrets: boolean
  isVerbose: boolean
}

function assignments(menu: Menu, row: Row, style: Style, original: Row): string[] {
  const rule = ruleOf(menu.path)
  const parts: string[] = []
  for (const name of Object.keys(row).sort(compareText)) {
    const value = row[name] ?? ''
    if (!menu.writable.has(name) || rule.unseen?.includes(name)) continue
    if (!style.showsSecrets && (secretNames.has(name) || rule.secrets?.includes(name))) continue
    if (!style.isVerbose && (original[name] === value || (value === '' && original[name] === undefined))) continue
    parts.push(`${name}=${quoted(value)}`)
  }
  return parts
}

function linesOf(router: RouterState, menu: Menu, style: Style): string[] {
  const defaults = ruleOf(menu.path).defaults ?? {}
  if (menu.kind === 'single') {
    const parts = assignments(menu, router.single(menu.path), style, defaults)
    return parts.length === 0 ? [] : [`set ${parts.join(' ')}`]
  }
  const key = fixed[menu.path]
  const factory = router.factoryRows(menu.path)
  const lines: string[] = []
  for (const row of router.table(menu.path).rows) {
    if (row['dynamic'] === 'true' || row['builtin'] === 'true') continue
    if (key !== undefined && row[key] !== undefined) {
      const original = factory.find((one) => one[key] === row[key]) ?? {}
      const parts = assignments(menu, row, style, original).filter((part) => !part.startsWith(`${key}=`))
      const found = key === 'name' ? row[key] : `[ find ${key}=${row[key]} ]`
      if (parts.length > 0) lines.push(`set ${found} ${parts.join(' ')}`)
    } else if (row['default'] === 'true' || !menu.verbs.has('add')) continue
    else lines.push(`add ${assignments(menu, row, style, { ...defaults, disabled: 'false' }).join(' ')}`)
  }
  return lines
}

/** The configuration as a script, in the order of menus. */
export function exportText(router: RouterState, style: Style): string {
  const { version } = router
  const isBoard = router.hardware.isBoard
  const head = [
    `# ${formatDateTime(version, router.now())} by RouterOS ${version.text}`,
    `# software id = ${router.rows('/system/license')[0]?.['software-id'] ?? ''}`,
    '#',
    ...(isBoard ? [`# model = ${router.hardware.model}`, `# serial number = ${router.serial}`] : []),
  ]
  const blocks: string[] = []
  const menus = [...router.menus.values()].sort((one, other) => compareText(one.path, other.path))
  for (const menu of menus) {
    if (menu.kind === 'none' || left.has(menu.path) || !menu.verbs.has('export')) continue
    const lines = linesOf(router, menu, style)
    if (lines.length > 0)
      blocks.push(`${menu.path.replace(/\//g, ' ').replace(/^ /, '/')}\n${lines.map(wrapped).join('\n')}`)
  }
  return `${[...head, ...blocks].join('\n')}\n`
}

/** `/export` returns no rows over the API: with `file` it writes a file. */
const exportAll: Handler = (router, caller: Caller, args) => {
  const wants = router.version.major < 7 ? !args.has('hide-sensitive') : args.has('show-sensitive')
  if (wants && router.version.major >= 7 && !caller.policies.has('sensitive')) throw noPermission()
  const showsSecrets = wants && caller.policies.has('sensitive')
  const file = args.get('file')
  if (file === undefined || file === '') return done
  const text = exportText(router, { showsSecrets, isVerbose: args.has('verbose') })
  router.files.write(file.endsWith('.rsc') ? file : `${file}.rsc`, Buffer.from(text, 'utf8'), router.now())
  return done
}

export const exportHandlers: Readonly<Record<string, Handler>> = { '/export': exportAll }
