import type { Row } from '../session.ts'
import { decimal } from '../values/plain.ts'

export interface HealthValue {
  name: string
  value: number
  /** `C`, `V`, `A`, `W`, `RPM`; empty if the version does not report it. */
  unit: string
}

export interface Health {
  /** °C of the device if it has such a sensor, else of the board, the CPU, the switch chip, or any other sensor. */
  temperature: number | null
  /** Supply voltage, V. */
  voltage: number | null
  values: HealthValue[]
}

const unitOf = (name: string) =>
  name.endsWith('temperature') || /temperature\d$/.test(name)
    ? 'C'
    : name.includes('voltage')
      ? 'V'
      : name.includes('current')
        ? 'A'
        : name.includes('power-consumption')
          ? 'W'
          : name.includes('fan') && name.endsWith('speed')
            ? 'RPM'
            : ''

/** Sensors that stand for the temperature of the device, best one first. Switches have none but the last ones. */
const temperatureNames = [
  'temperature',
  'board-temperature1',
  'board-temperature',
  'cpu-temperature',
  'switch-temperature',
  'phy-temperature',
  'sfp-temperature',
]

const find = (values: readonly HealthValue[], names: readonly string[]) => {
  for (const name of names) {
    const found = values.find((one) => one.name === name)
    if (found !== undefined) return found.value
  }
  return null
}

/**
 * Reads `system/health`: RouterOS 7 has one row per sensor, RouterOS 6 one row with a property per sensor. Virtual
 * routers have none; text values (`ok`, `fail`) are skipped.
 * https://help.mikrotik.com/docs/display/ROS/Health
 */
export function readHealth(rows: readonly Row[]): Health {
  const values = rows.flatMap((row): HealthValue[] => {
    const pairs: [string, string, string][] =
      row.name !== undefined && row.value !== undefined
        ? [[row.name, row.value, row.type ?? unitOf(row.name)]]
        : Object.entries(row).map(([name, value]) => [name, value, unitOf(name)])
    return pairs.flatMap(([name, text, unit]) => {
      const value = name.startsWith('.') ? null : decimal(text)
      return value === null ? [] : [{ name, value, unit }]
    })
  })
  return {
    temperature: find(values, temperatureNames) ?? values.find(({ unit }) => unit === 'C')?.value ?? null,
    voltage: find(values, ['voltage', 'psu-voltage', 'psu1-voltage', 'poe-in-voltage', '24v']),
    values,
  }
}
