import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by every piece that shows what the server says of Wi-Fi.
teachSentences('wifi:refusal', english)
