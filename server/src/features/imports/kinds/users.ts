import { message } from '@trunkline/contract/errors'
import { userRoles } from '@trunkline/contract/abilities'
import { inviteStore, invites } from '@trunkline/contract/resources/invite'
import { userUpdate, users } from '@trunkline/contract/resources/user'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { userRoleLabels } from '../../../reference/labels.ts'
import { storeInvitation } from '../../invites/invite-rules.ts'
import { changeUser, userSource } from '../../users/user.ts'
import { oneOf, truth } from '../cells.ts'
import { recordImport } from '../record-kind.ts'
import { companyReference } from '../references.ts'
import { column, companyColumn } from './column.ts'

const { email, role, locale, first_name, last_name, telephone, send_email } = inviteStore.shape
const schema = z.object({
  email,
  role,
  locale,
  first_name,
  last_name,
  telephone,
  send_email,
  is_active: z.optional(z.boolean()),
  time_zone: userUpdate.shape.time_zone,
})

/**
 * Users. A new user is invited and chooses a password; an existing one, found by the e-mail address, is updated.
 */
export const userImport = recordImport({
  name: 'users',
  noun: 'users',
  ability: { action: 'create', subject: 'user-invites' },
  columns: [
    column('email', 'E-mail', 'E-Mail', 'jo.bloggs@example.com', {
      required: true,
      aliases: ['mail', 'e-mail address'],
    }),
    column('role', 'Role', 'Rolle', 'editor', {
      required: true,
      hint: [userRoles.join(', '), userRoles.join(', ')],
    }),
    column('first_name', 'First name', 'Vorname', 'Jo', { aliases: ['given name', 'forename'] }),
    column('last_name', 'Last name', 'Nachname', 'Bloggs', { aliases: ['surname', 'family name'] }),
    column('telephone', 'Telephone', 'Telefon', '+44 20 7946 0958', { aliases: ['phone', 'mobile'] }),
    companyColumn(['Name, path or ID', 'Name, Pfad oder ID']),
    column('locale', 'Language', 'Sprache', 'en', { hint: ['en or de', 'en oder de'], aliases: ['language'] }),
    column('send_email', 'Send invitation', 'Einladung senden', 'yes', {
      hint: [
        'Left out: yes. With no the invitation waits until it is sent from the list of invitations',
        'Leer: ja. Bei nein wartet die Einladung, bis sie aus der Liste der Einladungen gesendet wird',
      ],
      aliases: ['invite', 'send invite'],
    }),
    column('time_zone', 'Time zone', 'Zeitzone', '', {
      hint: ['Of existing users only', 'Nur bei vorhandenen Benutzern'],
    }),
    column('is_active', 'Active', 'Aktiv', '', { hint: ['Of existing users only', 'Nur bei vorhandenen Benutzern'] }),
  ],
  // Every row sends a mail, and holds a lock of its address until the commit.
  maxRows: 2000,
  // The role is a required column, and a change of role needs one.
  updateNeedsPassword: true,
  calls: { store: invites.store, update: users.update },
  schema,
  readers: {
    role: oneOf(userRoles, userRoleLabels),
    locale: oneOf(['en', 'de'] as const),
    send_email: truth,
    is_active: truth,
  },
  references: { company: companyReference },
  source: userSource,
  keyColumn: 'email',
  prepare: (_run, row) => ({
    ...row,
    body: { ...row.body, ...(typeof row.body['email'] === 'string' && { email: row.body['email'].toLowerCase() }) },
  }),
  keyOf: ({ body }) => body['email'] as string | undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, u.id from unnest(${rows.map(({ body }) => body['email'])}::text[]) with ordinality w(email, at)
      join app_user u on u.email = w.email and u.deleted_at is null`.execute(tx)
    return found
  },
  taken: message('import.user_exists'),
  checkNew(run, { source, body }) {
    if (body['is_active'] === false) run.error(source, 'is_active', message('import.invited_inactive'))
    if (body['time_zone'] !== undefined) run.error(source, 'time_zone', message('import.invited_time_zone'))
    for (const name of source.labels ?? []) run.error(source, name, message('import.invited_labels'))
  },
  create({ tx, actor, sender }, { body, company_id }) {
    const { is_active: _active, time_zone: _zone, ...invitation } = body
    return storeInvitation(sender, tx, actor, { ...invitation, company_id } as z.infer<typeof inviteStore>)
  },
  // Of invitations only.
  async changes(_run, _row, _id, changed) {
    const { send_email: _, ...rest } = changed
    return rest
  },
  update: ({ tx, actor }, id, body) => changeUser(tx, { actor, params: { id }, body }),
})
