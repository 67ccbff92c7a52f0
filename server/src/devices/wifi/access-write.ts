import { message, type Message } from '@trunkline/contract/errors'
import { isMissingRow, RouterError, type Session, type Values } from '@trunkline/routeros'
import { inOneLine } from '../faults.ts'
import type { AccessPlan, Placing } from './access-plan.ts'
import { valuesToAdd, valuesToSet, type AccessMenu } from './access-menus.ts'
import type { WantedRow } from './access-lines.ts'

/** Rows that one request names: more make it longer than some versions take. */
const maxIds = 100

/** What writing has come to. */
export interface Written {
  /** A row was not there any more: somebody else has changed the list meanwhile. */
  missed: boolean
  /** What the device has rejected, and why. */
  rejections: Message[]
}

export interface WriteOf {
  daysApart: boolean
  /** Of entries that have one, by id. */
  passphrases: ReadonlyMap<number, string>
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/**
 * Writes what a plan says. A refusal of one row keeps no other one from being written. New rows and those that move
 * come first and what goes is last, so that nobody gets in meanwhile who is to be kept out.
 * @throws RouterError where the connection is lost
 */
export async function writePlan(
  session: Session,
  menu: AccessMenu,
  plan: AccessPlan,
  { daysApart, passphrases }: WriteOf,
): Promise<Written> {
  const written: Written = { missed: false, rejections: [] }
  // Over REST a row is named by its address, and there is one in each.
  const atOnce = session.transport === 'rest' ? 1 : maxIds
  const of = ({ mark, line }: WantedRow) => ({
    daysApart,
    passphrase: mark.kind === 'access' && line.passphrase !== null ? (passphrases.get(mark.id) ?? null) : null,
  })

  /** Each is begun in turn, and all of them have ended when it is resolved. */
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

/** Neighbours that may be on their way together: new rows. Moves wait for what is before them. */
function inRuns(place: readonly Placing[]): Placing[][] {
  const runs: Placing[][] = []
  for (const one of place) {
    const last = runs.at(-1)
    if (one.kind === 'add' && last?.[0]?.kind === 'add') last.push(one)
    else runs.push([one])
  }
  return runs
}

/** What a row is called in front of people. */
export const nameOf = ({ line }: WantedRow): string => (line.comment ?? '').replace(/^\S+ ?/, '') || (line.mac ?? '')

/** A device may say what it did not like. */
const withoutSecrets = (words: string, passphrases: ReadonlyMap<number, string>): string => {
  let text = words
  for (const passphrase of passphrases.values()) text = text.replaceAll(passphrase, '••••••••')
  return inOneLine(text)
}
