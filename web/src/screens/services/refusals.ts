import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by every screen that shows what the server says of services.
teachSentences('services:refusal', english)
