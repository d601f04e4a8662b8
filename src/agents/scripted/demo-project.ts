export { demoProject } from './demo-files.ts'
export { demoScenarios } from './demo-scenarios.ts'
