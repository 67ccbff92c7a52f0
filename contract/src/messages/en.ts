import { request } from './en/request.ts'
import { field } from './en/field.ts'
import { access } from './en/access.ts'
import { company } from './en/company.ts'
import { address } from './en/address.ts'
import { radius } from './en/radius.ts'
import { device } from './en/device.ts'
import { hardware } from './en/hardware.ts'
import { lan } from './en/lan.ts'
import { wifi } from './en/wifi.ts'
import { imports } from './en/import.ts'
import { label } from './en/label.ts'
import { alert } from './en/alert.ts'
import { rollout } from './en/rollout.ts'
import { tool } from './en/tool.ts'
import { notification } from './en/notification.ts'
import { labels } from './en/labels.ts'
import type { Catalogue } from './texts.ts'

/** All messages in English. */
const catalogue: Catalogue = {
  language: 'en',
  labels,
  texts: {
    ...request,
    ...field,
    ...access,
    ...company,
    ...address,
    ...radius,
    ...device,
    ...hardware,
    ...lan,
    ...wifi,
    ...imports,
    ...label,
    ...alert,
    ...rollout,
    ...tool,
    ...notification,
  },
}

export default catalogue
