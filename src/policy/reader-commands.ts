/**
 * What a role that only reads may run: commands that look, and commands that test. A reviewer needs output for its
 * evidence. What they leave in its tree is thrown away. The same list for every agent.
 */
export const readerCommands: string[] = [
  ...['diff', 'log', 'show', 'status', 'blame', 'ls-files', 'grep', 'rev-parse'].map((verb) => `git ${verb}`),
  ...['ls', 'cat', 'head', 'tail', 'wc', 'grep', 'rg', 'nl', 'pwd', 'cd', 'sed -n'],
  ...['npm test', 'npm run test', 'pnpm test', 'yarn test', 'bun test', 'node --test', 'npx vitest run'],
  ...['pytest', 'python -m pytest', 'python3 -m pytest', 'go test', 'cargo test', 'make test'],
  ...['mvn test', 'gradle test', './gradlew test'],
]
