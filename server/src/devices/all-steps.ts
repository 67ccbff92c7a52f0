import { message } from '@trunkline/contract/errors'
import type { Session } from '@trunkline/routeros'
import { readMenus } from './read-all.ts'
import { contextOf, type CommandOutcome, type Run } from './run.ts'
import { changedFields, changedConcurrently, type SeenRow } from './seen.ts'
import { checkStep, readBack, StepError, type StepBaseline, type StepOutcome, type ReadyStep } from './steps.ts'

/** The rows before the first write, for a later check of the result. Without secrets. */
export const toStore = (steps: readonly ReadyStep[], before: readonly StepBaseline[]): Record<string, unknown> => ({
  before: before.map(({ row, ids }, at) => ({
    ids,
    row:
      row === undefined
        ? null
        : Object.fromEntries(
            Object.entries(row).filter(
              ([property]) =>
                property === '.id' || (property in (steps[at]?.values ?? {}) && !steps[at]?.hidden.has(property)),
            ),
          ),
  })),
})

/**
 * Reads all rows before the first write, and compares the row that the change is about with the values that its caller
 * saw.
 * @throws StepError, RouterError
 */
export async function checkAll(session: Session, steps: readonly ReadyStep[], run: Run): Promise<StepBaseline[]> {
  const before: StepBaseline[] = []
  for (const step of steps) before.push(await checkStep(session, step))
  const seen = run.input.change?.seen
  if (seen !== undefined) await checkSeenRow(session, seen, run)
  return before
}

/** @throws StepError if the row is gone, or differs in a field that the caller saw; RouterError */
async function checkSeenRow(session: Session, seen: SeenRow, run: Run): Promise<void> {
  if (Object.keys(seen.fields).length === 0) return
  const reading = (await readMenus(session, contextOf(run), [seen.menu]))[seen.menu]
  const changes = reading === undefined ? undefined : changedFields(reading, seen)
  if (changes === undefined) throw new StepError(message('command.row_gone', { id: seen.id ?? '' }), false, [])
  if (changes.length > 0) throw new StepError(changedConcurrently(changes), false, changes)
}

/** The end of a command that was not started, because of the state of the device. */
export const rejectedBy = ({ reason, concurrently }: StepError): CommandOutcome => ({
  state: 'refused',
  message: reason,
  ...(concurrently !== undefined && { result: { changed_meanwhile: true, fields: concurrently } }),
})

/**
 * The results of the steps.
 * @throws StepError at the first step without the wanted result
 */
export async function readAll(
  session: Session,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
  ids: readonly (string | undefined)[] = [],
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const [at, step] of steps.entries())
    outcomes.push(await readBack(session, step, before[at] as StepBaseline, ids[at]))
  return outcomes
}

/** The result detail of a command: the last row, and all rows if there are several. */
export const resultOf = (outcomes: readonly StepOutcome[]): Record<string, unknown> => ({
  ...outcomes.at(-1),
  ...(outcomes.length > 1 && { rows: outcomes }),
})
