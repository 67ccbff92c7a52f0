import { exportConfig, findFile, removeFile } from '../../actions/export.ts'
import { RouterError } from '../../errors.ts'
import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { NotApplicable, rejectionOf, Undetermined, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { withHttpServer } from '../http-server.ts'

const subject = 'Files'

/** Names of files that contain the prefix. */
async function ownFiles({ session, prefix }: CheckContext): Promise<string[]> {
  const rows = await session.print('file', { proplist: ['name'] })
  return rows.flatMap(({ name }) => (name?.includes(prefix) === true ? [name] : []))
}

const fileText = 'A small file of the conformance checks.'

/** Makes the router write a small file. @returns its name */
async function writeFile(context: CheckContext): Promise<string> {
  context.cleans('file')
  await context.command('execute', { script: `:put "${fileText}"`, file: context.prefix })
  const { name } = await findFile(context.session, `${context.prefix}.txt`)
  return name
}

export const fileChecks: readonly Check[] = [
  {
    name: 'export',
    subject,
    assumes:
      'The whole configuration can be exported to a file, read over the API, and contains `/ip address` and no passwords.',
    usedBy: ['routeros/src/actions/export.ts exportConfig', 'server/src/devices/backup.ts'],
    steps: ['Adds a disabled PPP secret.', 'Exports, reads the file in pieces, and removes it.'],
    timeoutMs: 90_000,
    async run(context) {
      context.cleans('file')
      const { prefix } = context
      await context.add('ppp/secret', { name: prefix, password: 'visible-or-not', disabled: true })
      const text = await exportConfig(context.session, { name: prefix })
      context.note(`${text.length} characters, ${text.split('\n').length} lines`)
      verify(/^\/system identity|^\/ip address/m.test(text), 'The export contains no `/ip address`.')
      verify(text.includes(prefix), 'The export does not contain a row that was just added.')
      verify(!text.includes('visible-or-not'), 'The export contains a password.')
      verify(!/by RouterOS/.test(text), 'The line with the date was not removed.')
      verify((await ownFiles(context)).length === 0, 'The file was not removed.')
    },
  },
  {
    name: 'export-repeatable',
    subject,
    assumes: 'Two exports of an unchanged configuration are equal, except for the line with the date.',
    usedBy: ['routeros/src/actions/export.ts tidyExport', 'server/src/devices/backup.ts takeBackup'],
    steps: ['Exports twice and compares.'],
    timeoutMs: 120_000,
    async run(context) {
      context.cleans('file')
      const first = await exportConfig(context.session, { name: `${context.prefix}-1` })
      const second = await exportConfig(context.session, { name: `${context.prefix}-2` })
      const other = second.split('\n').filter((line) => !first.includes(line))
      for (const line of other.slice(0, 5)) context.note(line)
      verify(first === second, 'The exports differ.')
    },
  },
  {
    name: 'file-read',
    subject,
    assumes: 'Since 7.13 /file/read returns a part of a file in `data`, of at most 32,768 bytes.',
    usedBy: ['routeros/src/actions/export.ts readFile'],
    steps: ['Writes the output of a script to a file, and reads it in pieces of ten bytes and at once.'],
    async run(context) {
      if (!isSince(context.version, '7.13')) throw new NotApplicable('/file/read exists since 7.13.')
      const name = await writeFile(context)
      const read = async (args: { 'chunk-size': number; offset: number }) => {
        const { rows, ret } = await context.command('file/read', { file: name, ...args })
        return rows[0]?.data ?? ret ?? ''
      }
      const whole = await read({ 'chunk-size': 32_768, offset: 0 })
      context.note(whole)
      verify(whole.trim() === fileText, 'The file differs from the written text.')
      const parts = (await read({ 'chunk-size': 10, offset: 0 })) + (await read({ 'chunk-size': 10, offset: 10 }))
      verify(parts === whole.slice(0, 20), 'The pieces are not parts of the file.')
    },
  },
  {
    name: 'file-contents',
    subject,
    assumes: 'Before 7.13 a print returns the contents of a small file in `contents`.',
    usedBy: ['routeros/src/actions/export.ts readEarlier'],
    steps: ['Writes the output of a script to a file and prints its contents.'],
    async run(context) {
      if (isSince(context.version, '7.13')) throw new NotApplicable('The panel uses /file/read since 7.13.')
      const name = await writeFile(context)
      const rows = await context.session.print('file', { proplist: ['contents'], where: { name } })
      context.note(rows[0]?.contents ?? '(absent)')
      verify(rows[0]?.contents?.trim() === fileText, 'The contents differ from the written text.')
    },
  },
  {
    name: 'backup-save',
    subject,
    assumes: 'A backup with a password appears as a file with the ending .backup and a size, and can be removed.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback', 'routeros/src/actions/export.ts removeFile'],
    steps: ['Saves a backup with a random password, and removes the file.'],
    timeoutMs: 90_000,
    async run(context) {
      context.cleans('file')
      const password = context.prefix.split('').toReversed().join('')
      await context.session.run('system/backup/save', { name: context.prefix, password }, { timeoutMs: 60_000 })
      const { name, size } = await findFile(context.session, `${context.prefix}.backup`)
      context.note(`${size ?? 'unknown number of'} bytes`)
      verify(size !== null && size > 0, 'The file has no size.')
      await removeFile(context.session, name)
      verify((await ownFiles(context)).length === 0, 'The file was not removed.')
    },
  },
  {
    name: 'file-unknown',
    subject,
    assumes: 'Loading a backup file that does not exist is rejected, and does not restart the router.',
    usedBy: ['server/src/devices/guarded.ts'],
    steps: ['Loads a backup of a name that does not exist.'],
    async run(context) {
      const args = { name: `${context.prefix}.backup`, password: '' }
      const error = await rejectionOf(
        context.session.run('system/backup/load', args),
        'The router accepted the name of a missing file.',
      )
      context.note(`${error.kind}: ${error.message}`)
      verify(error.kind === 'refused', 'The router did not answer with a trap.')
    },
  },
  {
    name: 'fetch',
    subject,
    assumes: '/tool/fetch stores a file from a URL under `dst-path`, and answers when it is complete.',
    usedBy: ['server/src/devices/restart.ts runDpk'],
    steps: ['Serves 2,000 bytes over HTTP from this computer, makes the router fetch them, and removes the file.'],
    timeoutMs: 60_000,
    async run(context) {
      context.cleans('file')
      const host = (await context.openRaw()).localAddress
      const name = `${context.prefix}.txt`
      await withHttpServer(
        host,
        (_request, response) => response.end(Buffer.alloc(2_000, 'x')),
        async (url) => {
          try {
            const { rows } = await context.session.run('tool/fetch', { url, 'dst-path': name }, { timeoutMs: 30_000 })
            context.note(`status: ${rows.map((row) => row.status ?? '').join(', ')}`)
          } catch (error) {
            if (!(error instanceof RouterError) || error.kind !== 'refused' || /device-mode/.test(error.message))
              throw error
            throw new Undetermined(`The router could not fetch from this computer: ${error.message}`)
          }
        },
      )
      const rows = await context.session.print('file', { proplist: ['name', 'size'], where: { name } })
      context.note(`size=${rows[0]?.size ?? '(absent)'}`)
      verify(rows.length === 1, 'The file does not exist.')
    },
  },
]
