import type { BodyInput } from '@trunkline/contract/endpoint'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { ManagementProtocol } from '@trunkline/contract/resources/hardware-enums'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(hardware.store.body)

export interface HardwareValues extends Omit<
  FormValues<typeof hardware.store.body>,
  'warranty_expiry_at' | 'management_protocol' | 'management_port'
> {
  /** `YYYY-MM-DD` */
  warranty_expiry_at: string | null
  management_protocol: ManagementProtocol
  /** As typed. Blank: the default port of the protocol. */
  management_port: string
  /** Deletes the stored password. */
  remove_password: boolean
  [key: string]: unknown
}

export const { limits } = form

/** The default ports of RouterOS: https://help.mikrotik.com/docs/spaces/ROS/pages/103841820/Services */
export const defaultPort: Record<ManagementProtocol, number> = { api: 8728, 'api-ssl': 8729, rest: 443 }

/** The stored password is never sent to the browser: `management_password` starts blank. */
export const hardwareValues = (of?: Partial<HardwareDevice>): HardwareValues => ({
  ...form.values({
    ...of,
    management_address: of?.management?.address,
    management_user: of?.management?.user,
    pinned_certificate: of?.management?.pinned_certificate,
    vpn_dialup_id: of?.management?.vpn_dialup_id,
  }),
  warranty_expiry_at: of?.warranty_expiry_at ?? null,
  management_protocol: of?.management?.protocol ?? 'api-ssl',
  management_port: String(of?.management?.port ?? ''),
  remove_password: false,
})

type Store = BodyInput<typeof hardware.store>
type Update = BodyInput<typeof hardware.update>

function sentFields(values: HardwareValues): Partial<Store> {
  const port = values.management_port.trim()
  const {
    // They only filter the models: the server has those of the model.
    type: _type,
    manufacturer: _manufacturer,
    management_password: _password,
    ...fields
  } = form.body({
    ...values,
    warranty_expiry_at: values.warranty_expiry_at ?? '',
    // The contract rejects what is no number, at its field.
    management_port: port === '' ? null : Number(port),
  })
  return {
    ...fields,
    ...(values.management_password !== ''
      ? { management_password: values.management_password }
      : values.remove_password
        ? { management_password: null }
        : {}),
  }
}

/** A new device, with the fields that have a value. At a site it belongs to the site's company, so `company_id` is omitted. */
export function hardwareBody(values: HardwareValues): Store {
  const { company_id, ...fields } = Object.fromEntries(
    Object.entries(sentFields(values)).filter(([, value]) => value !== null),
  ) as Store
  return { ...fields, ...(company_id !== undefined && values.site_id === null && { company_id }) }
}

/** The changed fields; undefined where nothing changed. */
export function hardwareChanges(before: HardwareValues, after: HardwareValues): Update | undefined {
  const body: Update | undefined = changesBy(sentFields)(before, after)
  // The server rejects another owner beside a site: the site's company becomes the owner.
  if (body?.site_id != null) delete body.company_id
  return body
}
