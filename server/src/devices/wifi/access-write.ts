import { message, type Message } from '@trunkline/contract/errors'
import { isMissingRow, RouterError, type Session, type Values } from '@trunkline/routeros'
import { inOneLine } from '../faults.ts'
import type { AccessPlan, Placement } from './access-plan.ts'
import { valuesToAdd, valuesToSet, type AccessMenu } from './access-menus.ts'
import type { WantedRow } from './access-lines.ts'

/** Maximum rows per request: some versions reject longer requests. */
const maxIds = 100

/** The result of the writes. */
export interface WriteResult {
  /** A row no longer existed: the list was changed concurrently. */
  missed: boolean
  /** The rows that the device rejected, and why. */
  rejections: Message[]
}

export interface WriteOf {
  daysApart: boolean
  /** Passphrases by entry id. */
  passphrases: ReadonlyMap<number, string>
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/**
 * Executes a plan. If the device rejects one row, the others are still written. New rows and moves are written first
 * and removals last, so that no blocked client can join in between.
 * @throws RouterError if the connection is lost
 */
export async function writePlan(
  session: Session,
  menu: AccessMenu,
  plan: AccessPlan,
  { daysApart, passphrases }: WriteOf,
): Promise<WriteResult> {
  const written: WriteResult = { missed: false, rejections: [] }
  // Over REST a row is addressed by its URL, so that each request has one row.
  const atOnce = session.transport === 'rest' ? 1 : maxIds
  const of = ({ mark, line }: WantedRow) => ({
    daysApart,
    passphrase: mark.kind === 'access' && line.passphrase !== null ? (passphrases.get(mark.id) ?? null) : null,
  })

  /** Requests start in order; resolves when all of them have ended. */
  const all = async (works: readonly { about?: string; work: () => Promise<unknown> }[]) => {
    const ends = await Promise.allSettled(works.map(({ work }) => work()))
    for (const [at, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      const error: unknown = end.reason
      if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
      if (isMissingRow(error)) written.missed = true
      else {
        const text = withoutSecrets(error.message, passphrases)
        const name = works[at]?.about
        written.rejections.push(
          name === undefined ? message('text', { text }) : message('access_list.row_rejected', { name, text }),
        )
      }
    }
  }

  for (const group of inRuns(plan.place))
    await all(
      group.map((one) =>
        one.kind === 'add'
          ? {
              about: nameOf(one.row),
              work: () =>
                session.add(menu.menu, {
                  ...valuesToAdd(menu, one.row, of(one.row)),
                  ...(one.before !== null && { 'place-before': one.before }),
                }),
            }
          : {
              work: async () => {
                for (const ids of chunks(one.ids, maxIds)) await session.move(menu.menu, ids, one.before)
              },
            },
      ),
    )
  const alike = new Map<string, { about: string; values: Values; ids: string[] }>()
  for (const { id, row, fields } of plan.set) {
    const values = valuesToSet(menu, row, fields, of(row))
    const key = JSON.stringify(values)
    const found = alike.get(key)
    if (found === undefined) alike.set(key, { about: nameOf(row), values, ids: [id] })
    else found.ids.push(id)
  }
  await all(
    [...alike.values()].flatMap(({ about, values, ids }) =>
      chunks(ids, atOnce).map((some) => ({ about, work: () => session.set(menu.menu, some.join(','), values) })),
    ),
  )
  await all(chunks(plan.remove, atOnce).map((ids) => ({ work: () => session.remove(menu.menu, ids) })))
  return written
}

/** Adjacent new rows may be in flight together. Moves wait for the rows before them. */
function inRuns(place: readonly Placement[]): Placement[][] {
  const runs: Placement[][] = []
  for (const one of place) {
    const last = runs.at(-1)
    if (one.kind === 'add' && last?.[0]?.kind === 'add') last.push(one)
    else runs.push([one])
  }
  return runs
}

/** The name of a row for display. */
export const nameOf = ({ line }: WantedRow): string => (line.comment ?? '').replace(/^\S+ ?/, '') || (line.mac ?? '')

/** The device's error message may contain the passphrase. */
const withoutSecrets = (words: string, passphrases: ReadonlyMap<number, string>): string => {
  let text = words
  for (const passphrase of passphrases.values()) text = text.replaceAll(passphrase, '••••••••')
  return inOneLine(text)
}
