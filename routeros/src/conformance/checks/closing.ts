import type { Check } from '../check.ts'
import { Undetermined, verify } from '../result.ts'
import { differencesOf, findOwn, readInventory } from '../own-rows.ts'

/** Runs last, also after an interrupt. */
export const nothingLeft: Check = {
  name: 'nothing-left',
  subject: 'Closing',
  assumes: 'The run left no row, file, script job or scheduler entry on the router.',
  usedBy: ['routeros/src/conformance/own-rows.ts removeOwn'],
  steps: [
    'Searches every menu in which checks create rows for the random name of the run.',
    'Compares the static rows of these menus with those before the first check.',
    'Searches the script jobs for those that checks started.',
  ],
  timeoutMs: 60_000,
  async run(context) {
    const { session, prefix, run } = context
    const left = await findOwn(session, prefix)
    for (const { menu, text } of left) context.note(`${menu}: ${text}`)
    verify(left.length === 0, `${left.length} rows of this run are left.`)
    if (run.jobs.size > 0) {
      const rows = await session.print('system/script/job', { proplist: ['type'] }).catch(() => [])
      const running = rows.filter((row) => run.jobs.has(row['.id'] ?? ''))
      verify(running.length === 0, `${running.length} script jobs of this run are left.`)
    }
    const differences = differencesOf(run.before, await readInventory(session))
    for (const difference of differences) context.note(difference)
    if (differences.length > 0)
      throw new Undetermined('Other rows appeared or disappeared during the run, perhaps by another user.')
  },
}
