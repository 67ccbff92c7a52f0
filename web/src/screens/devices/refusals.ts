import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by every piece that shows what is said of a device.
teachSentences('devices:refusal', english)
