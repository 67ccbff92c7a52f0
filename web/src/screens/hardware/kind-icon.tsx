import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import {
  IconAntenna,
  IconAntennaBars5,
  IconBox,
  IconNetwork,
  IconRouter,
  IconWifi,
  type Icon,
} from '@tabler/icons-react'
import classes from './hardware.module.css'

const icons: Record<HardwareKind, Icon> = {
  router: IconRouter,
  'access-point': IconWifi,
  switch: IconNetwork,
  'lte-router': IconAntennaBars5,
  antenna: IconAntenna,
  other: IconBox,
}

/** The picture of a kind of device; its name stands beside it. */
export function KindIcon({ kind, size = 16 }: { kind: HardwareKind; size?: number }) {
  const Icon = icons[kind]
  return <Icon size={size} className={classes.kindIcon} aria-hidden="true" />
}
