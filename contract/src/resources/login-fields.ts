import * as z from 'zod/mini'
import { id, time } from '../fields.ts'
import { loginReasons, serviceKinds } from './radius-enums.ts'

/** Why a login was rejected, as fields of a reply; `reason` and `message` are null where it was accepted. */
export const loginRejection = {
  reason: z.nullable(z.enum(loginReasons)),
  params: z.record(z.string(), z.unknown()),
  message: z.nullish(z.string()),
}

/** A login attempt with the names of its service, company and NAS, as fields of a reply. */
export const loginAttempt = {
  id: id(),
  at: time(),
  username: z.string(),
  service_id: z.nullable(id()),
  service_kind: z.nullable(z.enum(serviceKinds)),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
  nas_id: z.nullable(id()),
  nas_name: z.nullable(z.string()),
}
