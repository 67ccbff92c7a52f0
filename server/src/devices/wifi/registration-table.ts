import { message } from '@trunkline/contract/errors'
import { isMissingMenu, unlessRejected, type Row, type Session } from '@trunkline/routeros'
import { DeviceError } from '../device-error.ts'
import { flagOf, integerOf, macOf } from '../readings/values.ts'

/** Properties that identify a row of a client. The old radios are also clients of other access points. */
const identifying = (root: string) => ['interface', 'mac-address', ...(root === 'interface/wireless' ? ['ap'] : [])]

/** Readings of the whole table before it counts as incomplete: clients come and go while it is read. */
const maxWholeReadings = 3

/**
 * The clients in a registration table. RouterOS may omit rows or properties of a print with `.proplist`, and a client
 * that is missing here would count as gone: the rows are compared with the number of rows that the router counts, and
 * read without a property list if they are fewer. Rows of interfaces, which have no MAC address or no interface, are
 * omitted.
 * @param root `caps-man`, `interface/wifi`, `interface/wireless`
 * @returns no rows if the router lacks the table
 * @throws DeviceError refused if the router lists fewer rows than it counts, RouterError
 */
export async function readClientRows(session: Session, root: string, properties: readonly string[]): Promise<Row[]> {
  const menu = `${root}/registration-table`
  let listed: Row[]
  try {
    listed = await session.print(menu, { proplist: [...identifying(root), ...properties] })
  } catch (error) {
    if (isMissingMenu(error)) return []
    throw error
  }
  let counted = await countRows(session, menu)
  const clients = listed.filter(isRegistration)
  if (clients.length === listed.length && clients.length >= counted) return clients.filter(isClient)
  for (let reading = 1; reading <= maxWholeReadings; reading++) {
    const before = counted
    listed = await session.print(menu)
    counted = await countRows(session, menu)
    if (listed.length >= Math.min(before, counted)) return listed.filter(isRegistration).filter(isClient)
  }
  throw new DeviceError('refused', message('device.rows_missing', { listed: listed.length, counted }))
}

/** The number of rows of a menu by the router's own count; 0 if it does not count them. */
async function countRows(session: Session, menu: string): Promise<number> {
  const answer = await unlessRejected(session.run(`${menu}/print`, { 'count-only': '' }))
  return integerOf(answer?.ret) ?? 0
}

const isRegistration = (row: Row): boolean => macOf(row['mac-address']) !== null && (row['interface'] ?? '') !== ''

/** If a radio of the device is a client itself, the table contains the access point that it is connected to. */
const isClient = (row: Row): boolean => !flagOf(row['ap'])

/** Whether a row of the table describes its interface instead of a client: a radio is no client of itself. */
export const isOwnRow = (interfaces: readonly Row[], row: Row): boolean => {
  const own = interfaces.find((one) => one['name'] === row['interface'])
  return own !== undefined && macOf(own['mac-address']) === macOf(row['mac-address'])
}
