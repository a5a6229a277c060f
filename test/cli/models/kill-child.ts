/** Run as a process of its own: asks the server named first for answers 1 to 12, kept in the folder named second, until it is killed. */
import { connect } from '../../../cli/models/connect.ts'
import { ModelSettings } from '../../../schemas/model.ts'

const [server = '', folder = ''] = process.argv.slice(2)
const { ask } = await connect({
  settings: ModelSettings.parse({ parallel: 2 }),
  environment: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server },
  folder,
  signal: new AbortController().signal,
})
await Promise.all(Array.from({ length: 12 }, (_, at) => ask({ model: 'gemini-2.5-flash', prompt: `Question ${at + 1}.`, maxTokens: 10 })))
