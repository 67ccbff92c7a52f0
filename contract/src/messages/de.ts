import { request } from './de/request.ts'
import { field } from './de/field.ts'
import { access } from './de/access.ts'
import { company } from './de/company.ts'
import { address } from './de/address.ts'
import { radius } from './de/radius.ts'
import { device } from './de/device.ts'
import { hardware } from './de/hardware.ts'
import { lan } from './de/lan.ts'
import { wifi } from './de/wifi.ts'
import { imports } from './de/import.ts'
import { label } from './de/label.ts'
import { alert } from './de/alert.ts'
import { rollout } from './de/rollout.ts'
import { tool } from './de/tool.ts'
import { notification } from './de/notification.ts'
import { labels } from './de/labels.ts'
import type { Catalogue } from './texts.ts'

/** All messages in German. */
const catalogue: Catalogue = {
  language: 'de',
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
