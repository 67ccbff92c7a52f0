import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceCommands: 'Gerätebefehle',
  deviceCommand: 'Befehl',
  commandsTab: 'Befehle',
} satisfies Shape<typeof en>
