// Prints the closing line that CI reads, from vitest's JSON report: node ci-summary.mjs REPORT TESTS_EXIT FAILED_STEPS
import { readFileSync } from 'node:fs'

const [report = '', testsExit = '1', failedSteps = '1'] = process.argv.slice(2)

/** Counts of the report; none when the tests never got as far as writing one. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) }
  } catch {
    return { passed: 0, failed: 0 } // the exit code below says that something is wrong
  }
}

const { passed, failed } = counts()
const outside = Number(failedSteps) + (Number(testsExit) !== 0 && failed === 0 ? 1 : 0)
console.log(`${passed} passed, ${failed + outside} failed`)
process.exitCode = failed + outside === 0 ? 0 : 1
