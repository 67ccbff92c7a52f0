/** Hardware of a kind of router. */
export interface Hardware {
  /** False: a virtual machine, which has neither a serial number nor firmware. */
  isBoard: boolean
  model: string
  board: string
  architecture: string
  cpu: string
  cores: number
  /** MHz. */
  frequency: number
  /** Bytes. */
  memory: number
  /** Bytes. */
  disk: number
  firmware: string
  factory: string
}
