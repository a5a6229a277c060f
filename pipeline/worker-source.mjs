// A worker thread in a checkout: Node 20 cannot read TypeScript, so tsx is registered first. The built package does without this file.
import { register } from 'tsx/esm/api'

register()
export const { inspect, readPage, cutPage, cutOut, drawPage, drawSvg } = await import(process.argv[2])
