import type { Row } from '../tables/table.ts'
import { done, type Args } from './caller.ts'
import type { Handler } from './handler.ts'
import { deviceFeatures, type DeviceFeature, type DeviceMode, type DeviceModeName } from './router-state.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import type { Version } from './version.ts'
import { formatDuration, parseDuration, readBoolean } from './values.ts'

/** Features that device-mode controls since 7.17 only. */
const late: ReadonlySet<DeviceFeature> = new Set(['install-any-version', 'partitions', 'routerboard'])

const isFeature = (name: string): name is DeviceFeature => deviceFeatures.some((one) => one === name)

const offInAll: readonly DeviceFeature[] = ['container', 'install-any-version', 'partitions', 'routerboard']

/** Features that a mode disables. https://help.mikrotik.com/docs/spaces/ROS/pages/93749258/Device-mode */
const disabledBy: Readonly<Record<DeviceModeName, ReadonlySet<DeviceFeature>>> = {
  enterprise: new Set(offInAll),
  advanced: new Set([...offInAll, 'traffic-gen']),
  home: new Set([
    ...offInAll,
    'scheduler',
    'socks',
    'fetch',
    'bandwidth-test',
    'traffic-gen',
    'sniffer',
    'romon',
    'proxy',
    'hotspot',
    'email',
    'zerotier',
  ]),
}

/** The mode of a router with these settings; by default nothing that the simulator has is restricted. */
export function deviceModeOf(version: Version, given: Partial<DeviceMode> = {}): DeviceMode {
  return {
    mode: version.includes('7.17') ? 'advanced' : 'enterprise',
    flagged: false,
    flaggingEnabled: true,
    features: given.mode === undefined ? { routerboard: true } : {},
    ...given,
  }
}

/** Whether device-mode allows a feature. RouterOS 6 has no device-mode. */
export function allows(router: RouterState, feature: DeviceFeature): boolean {
  if (!router.has('/system/device-mode')) return true
  const { mode, features: given } = router.deviceMode
  return given[feature] ?? !disabledBy[mode].has(feature)
}

/** Menus of each feature, by the beginning of their path. */
const menus: readonly (readonly [RegExp, DeviceFeature])[] = [
  [/^\/system\/scheduler$/, 'scheduler'],
  [/^\/tool\/e-mail$/, 'email'],
  [/^\/interface\/l2tp-/, 'l2tp'],
  [/^\/interface\/pptp-/, 'pptp'],
  [/^\/ip\/ipsec/, 'ipsec'],
  [/^\/system\/routerboard\/settings$/, 'routerboard'],
]

/** Features whose new entries the flagged state forbids. */
const flaggable: ReadonlySet<DeviceFeature> = new Set(['scheduler', 'socks', 'pptp', 'l2tp', 'ipsec', 'proxy', 'smb'])

function featureOf(path: string, verb: string): DeviceFeature | undefined {
  if (path === '/tool' && verb === 'fetch') return 'fetch'
  return menus.find(([pattern]) => pattern.test(path))?.[1]
}

/** Verbs that read, or only take something away. */
const harmless = new Set(['print', 'getall', 'get', 'find', 'listen', 'export', 'remove', 'disable', 'comment'])

/** @throws Trap if device-mode does not allow a command */
export function checkDeviceMode(router: RouterState, path: string, verb: string): void {
  if (harmless.has(verb)) return
  const feature = featureOf(path, verb)
  if (feature === undefined || !router.has('/system/device-mode')) return
  if (!allows(router, feature)) throw new Trap('failure: not allowed by device-mode')
  if (router.deviceMode.flagged && flaggable.has(feature) && (verb === 'add' || verb === 'enable')) {
    throw new Trap(
      'failure: configuration flagged, check all router configuration for unauthorized changes and update device-mode',
    )
  }
}

/** `/system/device-mode`. */
export function deviceModeRows(router: RouterState): Row[] {
  const { mode, flagged, flaggingEnabled } = router.deviceMode
  const row: Row = { mode, flagged: String(flagged), 'flagging-enabled': String(flaggingEnabled) }
  for (const name of deviceFeatures) {
    if (!late.has(name) || router.version.includes('7.17')) row[name] = String(allows(router, name))
  }
  return [row]
}

function requested(args: Args, now: DeviceMode): DeviceMode {
  const named = args.get('mode')
  const mode = named === 'home' || named === 'advanced' || named === 'enterprise' ? named : undefined
  if (named !== undefined && mode === undefined) throw new Trap('input does not match any value of mode', 1)
  // A new mode replaces the settings of single features.
  const changed: Partial<Record<DeviceFeature, boolean>> = mode === undefined ? { ...now.features } : {}
  for (const [name, text] of args) {
    const value = readBoolean(text)
    if (isFeature(name) && value !== undefined) changed[name] = value
  }
  return {
    mode: mode ?? now.mode,
    flagged: readBoolean(args.get('flagged') ?? '') ?? now.flagged,
    flaggingEnabled: readBoolean(args.get('flagging-enabled') ?? '') ?? now.flaggingEnabled,
    features: changed,
  }
}

/** Waits for someone to press a button or cut the power; without it the update is cancelled. */
const update: Handler = (router, caller, args) => {
  if (!caller.policies.has('policy')) throw noPermission()
  const wanted = requested(args, router.deviceMode)
  const timeout = parseDuration(args.get('activation-timeout') ?? '5m') ?? 300_000
  if (router.pendingDeviceMode) {
    // A second update cancels both.
    router.pendingDeviceMode = undefined
    return done
  }
  return {
    stream: {
      start(emit, end) {
        router.pendingDeviceMode = wanted
        const cancel = (): void => {
          if (router.pendingDeviceMode === wanted) router.pendingDeviceMode = undefined
        }
        emit({
          update: `please activate by turning power off or pressing reset or mode button in ${formatDuration(timeout)}`,
        })
        const timer = setTimeout(() => {
          cancel()
          end()
        }, timeout / router.speed)
        timer.unref()
        return () => {
          clearTimeout(timer)
          cancel()
        }
      },
    },
  }
}

export const deviceModeHandlers: Readonly<Record<string, Handler>> = { '/system/device-mode/update': update }
