import type { Session } from '@trunkline/routeros'
import { checkStep, readBack, type Before, type Outcome, type ReadyStep } from './steps.ts'

/** Rows as they were before the first write, for whoever has to look later. Without secrets. */
export const toKeep = (steps: readonly ReadyStep[], before: readonly Before[]): Record<string, unknown> => ({
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

/** Looks at all rows before the first of them is written. @throws StepError, RouterError */
export async function checkAll(session: Session, steps: readonly ReadyStep[]): Promise<Before[]> {
  const before: Before[] = []
  for (const step of steps) before.push(await checkStep(session, step))
  return before
}

/** What the steps have come to. @throws StepError at the first that is not as wanted */
export async function readAll(
  session: Session,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  ids: readonly (string | undefined)[] = [],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [at, step] of steps.entries()) outcomes.push(await readBack(session, step, before[at] as Before, ids[at]))
  return outcomes
}

/** What a command tells about its end: the last row, and all of them where there are several. */
export const resultOf = (outcomes: readonly Outcome[]): Record<string, unknown> => ({
  ...outcomes.at(-1),
  ...(outcomes.length > 1 && { rows: outcomes }),
})
