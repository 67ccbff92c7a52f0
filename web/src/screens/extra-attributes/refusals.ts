import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the forms of tariffs and NAS devices.
teachSentences('extra-attributes:refusal', english)
