import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { NotApplicable, rejectionOf, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { addressesWhere, addressList } from './rows-for-checks.ts'
import { scriptAdding } from './rollback.ts'

const subject = 'Import'
const usedBy = ['routeros/src/session.ts Session']

/** Writes a script file over the API. @returns its name; @throws NotApplicable before 7.9 */
async function addScript(context: CheckContext, name: string, lines: readonly string[]): Promise<string> {
  if (!isSince(context.version, '7.9')) throw new NotApplicable('/file/add exists since 7.9.')
  const file = `${context.prefix}-${name}.rsc`
  context.cleans(addressList)
  await context.add('file', { name: file, contents: `${lines.join('\n')}\n` })
  return file
}

/** A line that is correct and that the router rejects when it runs: there is no row with this id. */
const failingLine = '/ip firewall address-list set *FFFFFF comment=x'

export const importChecks: readonly Check[] = [
  {
    name: 'import-partial',
    subject,
    assumes:
      'An import stops at its first error with a trap; what earlier lines changed stays, later lines do not run.',
    usedBy,
    steps: [
      'Writes a file of three lines, of which the second one fails, and imports it.',
      'Does the same with a syntax error in the second line, and reports what stays.',
    ],
    async run(context) {
      const lines = (host: number, line: string) => [scriptAdding(context, host), line, scriptAdding(context, host + 2)]
      const run = (file: string) =>
        rejectionOf(context.session.run('import', { 'file-name': file }), 'The import reported no error.')
      const failing = await addScript(context, 'failing', lines(91, failingLine))
      const error = await run(failing)
      context.note(`${error.kind}: ${error.message}`)
      verify(error.kind === 'refused', `The error was ${error.kind} instead of a trap.`)
      const left = await addressesWhere(context, {})
      verify(left.includes('192.0.2.91'), 'The first line was undone or did not run.')
      verify(!left.includes('192.0.2.93'), 'The line after the error ran.')
      const wrong = await addScript(context, 'syntax', lines(94, ':put "open'))
      const { message } = await run(wrong)
      const ran = (await addressesWhere(context, {})).includes('192.0.2.94')
      context.note(`Syntax error: ${message}; the line before it ${ran ? 'ran' : 'did not run'}.`)
    },
  },
  {
    name: 'import-dry-run',
    subject,
    assumes: 'Since 7.16 an import with `dry-run` and `verbose` changes nothing.',
    usedBy,
    steps: [
      'Writes a file that adds an address, and imports it with `dry-run`.',
      'Does the same with a file whose second line fails when it runs, and one with a syntax error, and reports the replies.',
    ],
    async run(context) {
      if (!isSince(context.version, '7.16')) throw new NotApplicable('`dry-run` exists since 7.16.')
      const run = (file: string) =>
        context.session.run('import', { 'file-name': file, verbose: true, 'dry-run': '' }).then(
          () => 'no error',
          (error: unknown) => (error instanceof Error ? error.message : 'an error'),
        )
      const good = await addScript(context, 'good', [scriptAdding(context, 97)])
      const reply = await run(good)
      context.note(`A correct file: ${reply}`)
      verify((await addressesWhere(context, {})) === '', 'The dry run added the address.')
      verify(reply === 'no error', `The router rejected a dry run of a correct file: ${reply}`)
      const failing = await addScript(context, 'failing', [scriptAdding(context, 98), failingLine])
      context.note(`A line that fails when it runs: ${await run(failing)}`)
      const wrong = await addScript(context, 'syntax', [scriptAdding(context, 99), ':put "open'])
      context.note(`A syntax error: ${await run(wrong)}`)
      verify((await addressesWhere(context, {})) === '', 'A dry run of a file with an error changed something.')
    },
  },
]
