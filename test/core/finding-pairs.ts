/** Pairs of descriptions in one file and category, and whether a person would call them the same issue. */

export interface FindingPair {
  same: boolean
  category: string
  a: string
  b: string
}

const same = (category: string, a: string, b: string): FindingPair => ({ same: true, category, a, b })
const other = (category: string, a: string, b: string): FindingPair => ({ same: false, category, a, b })

export const findingPairs: FindingPair[] = [
  same(
    'security',
    'SQL injection: `findUser` concatenates the id into the query',
    'User id is interpolated into the SQL statement in findUser, which allows injection',
  ),
  same(
    'security',
    'Session token is compared with ===, open to timing attacks',
    'The token comparison is not constant-time (timing attack on the session token)',
  ),
  same(
    'security',
    'Password is written to the log at line 42',
    'Passwords are logged in plain text (line 57)',
  ),
  same(
    'security',
    'Path traversal: `name` is joined to the upload folder unchecked',
    'An unvalidated `name` lets a client traverse out of the upload folder',
  ),
  same('security', 'API key is hardcoded in the client', 'Hardcoded API key in client code'),
  same(
    'security',
    'The redirect target is taken from the query string without validation',
    'Open redirect: redirect target from the query string is never validated',
  ),
  same(
    'security',
    'User-supplied HTML is rendered without escaping in renderComment',
    'renderComment outputs unescaped user HTML (XSS)',
  ),
  same(
    'security',
    'CORS allows any origin with credentials',
    'CORS configuration accepts any origin while credentials are allowed',
  ),
  same('security', 'jwt.verify is called without an algorithm list', 'No algorithms passed to jwt.verify'),
  same(
    'reliability',
    'parseConfig throws on an empty file',
    'An empty file makes parseConfig throw an exception',
  ),
  same(
    'reliability',
    'Missing null check on user.profile before reading name',
    'user.profile may not be set: reading name crashes when it is null',
  ),
  same(
    'reliability',
    'The file handle is never closed when read fails',
    'File handle leaks: on a failed read it is not closed',
  ),
  same(
    'reliability',
    'Race between readCounter and writeCounter loses updates',
    'Concurrent calls of readCounter and writeCounter can lose updates',
  ),
  same(
    'reliability',
    'Errors from fetchOrders are swallowed by the empty catch',
    'The empty catch block silently ignores errors of fetchOrders',
  ),
  same(
    'reliability',
    'retry() loops for ever when the server answers 503',
    'No limit on retry(): a server that answers 503 keeps it looping for ever',
  ),
  same(
    'reliability',
    'Off-by-one in paginate: the last page is dropped',
    'paginate drops the last page because of an off by one error',
  ),
  same(
    'reliability',
    'Promise returned by saveDraft is not awaited',
    'saveDraft is called without await, so its promise is lost',
  ),
  same('reliability', 'The cache grows without bound', 'Unbounded cache growth'),
  same(
    'reliability',
    'No timeout on the HTTP request to the payment provider',
    'The payment provider request has no timeout',
  ),
  same(
    'reliability',
    'Timer is not cleared when the component unmounts',
    'On unmount the component never clears its timer',
  ),
  same('testing', 'No test for the expired token path', 'The expired-token path is untested'),
  same(
    'testing',
    'parseDate has no test for leap years',
    'Leap years are not covered by the tests of parseDate',
  ),
  same(
    'testing',
    'The test asserts nothing after calling importCsv',
    'Test calls importCsv but has no assertion',
  ),
  same(
    'testing',
    'Missing test for concurrent writes in the store',
    'There is no test of concurrent store writes',
  ),
  same(
    'quality',
    'Duplicate code in formatInvoice and formatReceipt',
    'formatReceipt duplicates formatInvoice',
  ),
  same(
    'quality',
    'Function handleRequest is 180 lines long and does four things',
    'handleRequest is too long (180 lines)',
  ),
  same('quality', 'Unused variable `tmpPath`', '`tmpPath` is never used'),
  same(
    'quality',
    'Magic number 86400 should be a named constant',
    'Use a named constant instead of the magic number 86400',
  ),
  same(
    'consistency',
    'getUser_by_email breaks the camelCase naming convention',
    'Naming: getUser_by_email does not follow the camelCase convention',
  ),
  same(
    'design',
    'The scheduler assumes a single process; two instances would run each job twice',
    'With two instances every job runs twice, the scheduler assumes one process',
  ),
  same(
    'scalability',
    'Loading all orders into memory will not scale',
    'All orders are loaded into memory at once',
  ),
  same(
    'breaking-change',
    'The `limit` parameter was removed from listItems, which breaks callers',
    'Removing the limit argument of listItems breaks existing callers',
  ),
  same(
    'dependency',
    'left-pad is pinned to a version with a known vulnerability',
    'Known vulnerability in the pinned version of left-pad',
  ),
  same(
    'performance',
    'The nested loop in matchTags is quadratic',
    'matchTags is slow: quadratic nested loop',
  ),
  same(
    'documentation',
    'README does not mention the new --force flag',
    'The new --force flag is undocumented in the README',
  ),

  other(
    'security',
    'SQL injection: `findUser` concatenates the id into the query',
    'SQL injection: `findOrder` concatenates the sort column into the query',
  ),
  other('security', 'Password is written to the log', 'Password is stored without hashing'),
  other(
    'security',
    'Session token is compared with ===, open to timing attacks',
    'Session token never expires',
  ),
  other(
    'security',
    'Path traversal through `name` in the upload handler',
    'The upload handler accepts files of any size',
  ),
  other('security', 'The redirect target is not validated', 'The CSRF token is not validated'),
  other('security', 'API key is hardcoded in the client', 'API key is sent over plain HTTP'),
  other(
    'security',
    'renderComment outputs unescaped user HTML (XSS)',
    'renderTitle outputs unescaped user HTML (XSS)',
  ),
  other('security', 'Cookie is missing the Secure flag', 'Rate limiting is missing on the login route'),
  other(
    'security',
    'jwt.verify is called without an algorithm list',
    'The JWT secret has a default value of "secret"',
  ),
  other('reliability', 'Missing null check on user in getUser', 'Missing null check on order in getOrder'),
  other('reliability', 'parseConfig throws on an empty file', 'parseConfig ignores unknown keys'),
  other(
    'reliability',
    'The file handle is never closed when read fails',
    'The file is read as latin1 instead of utf8',
  ),
  other(
    'reliability',
    'Errors from fetchOrders are swallowed by the empty catch',
    'fetchOrders is retried without a delay',
  ),
  other(
    'reliability',
    'retry() loops for ever when the server answers 503',
    'retry() retries on 401, which cannot succeed',
  ),
  other('reliability', 'paginate drops the last page', 'paginate crashes when the page size is 0'),
  other('reliability', 'Promise returned by saveDraft is not awaited', 'saveDraft overwrites a newer draft'),
  other(
    'reliability',
    'No timeout on the HTTP request to the payment provider',
    'The payment is charged twice when the request is retried',
  ),
  other('reliability', 'The cache grows without bound', 'The cache is not invalidated after an update'),
  other(
    'reliability',
    'Timer is not cleared when the component unmounts',
    'Event listener is added twice when the component mounts',
  ),
  other('testing', 'No test for the expired token path', 'No test for the revoked token path'),
  other('testing', 'parseDate has no test for leap years', 'parseDate has no test for time zones'),
  other('testing', 'The test asserts nothing after calling importCsv', 'The test of exportCsv is skipped'),
  other(
    'testing',
    'Missing test for concurrent writes in the store',
    'The store test depends on the order of files',
  ),
  other(
    'quality',
    'Duplicate code in formatInvoice and formatReceipt',
    'formatInvoice mixes formatting and database access',
  ),
  other(
    'quality',
    'Function handleRequest is 180 lines long',
    'handleRequest takes nine positional parameters',
  ),
  other('quality', 'Unused variable `tmpPath`', 'Unused import `readFile`'),
  other(
    'quality',
    'Magic number 86400 should be a named constant',
    'Magic number 4096 should be a named constant',
  ),
  other(
    'consistency',
    'getUser_by_email breaks the camelCase naming convention',
    'Errors are returned as strings here and thrown everywhere else',
  ),
  other('design', 'The scheduler assumes a single process', 'The scheduler stores jobs in local time'),
  other(
    'scalability',
    'All orders are loaded into memory at once',
    'One database connection is opened for every request',
  ),
  other(
    'breaking-change',
    'The `limit` parameter was removed from listItems',
    'listItems now returns an object instead of an array',
  ),
  other(
    'dependency',
    'left-pad is pinned to a version with a known vulnerability',
    'moment is added for a single date format call',
  ),
  other(
    'performance',
    'The nested loop in matchTags is quadratic',
    'matchTags compiles the same regular expression on every call',
  ),
  other(
    'documentation',
    'README does not mention the new --force flag',
    'README still describes the removed --legacy flag',
  ),
  // Written after the vocabulary and the threshold were settled.
  same(
    'security',
    'Uploaded file type is trusted from the Content-Type header',
    'The upload trusts the client-sent Content-Type header for the file type',
  ),
  same(
    'security',
    'Reset link can be used more than once',
    'A password reset link stays valid after it was used',
  ),
  same('security', 'eval() runs on text from the request body', 'Request body text is passed to eval()'),
  same(
    'reliability',
    'closeConnection is skipped when commit() rejects',
    'If commit() rejects, closeConnection is never reached',
  ),
  same(
    'reliability',
    'Division by zero in averageScore when the list is empty',
    'averageScore divides by zero for an empty list',
  ),
  same(
    'reliability',
    'Dates are parsed in local time, tests fail in other zones',
    'Local time zone is used for parsing dates',
  ),
  same('testing', 'Snapshot test for the header was deleted', 'The header snapshot test has been removed'),
  same(
    'quality',
    'Deeply nested conditionals in resolveRoute',
    'resolveRoute has too many nested if statements',
  ),
  same(
    'breaking-change',
    'Default export renamed from createClient to makeClient',
    'makeClient replaces the createClient default export, importers break',
  ),
  same('design', 'Retry policy lives in three places', 'Three copies of the retry policy exist'),
  other(
    'security',
    'Uploaded file type is trusted from the Content-Type header',
    'Uploaded files are served from the same origin',
  ),
  other(
    'security',
    'eval() runs on text from the request body',
    'Request body is parsed without a size limit',
  ),
  other('security', 'Reset link can be used more than once', 'Reset link is sent to an unverified address'),
  other(
    'reliability',
    'closeConnection is skipped when commit() rejects',
    'openConnection is retried without a limit',
  ),
  other(
    'reliability',
    'Division by zero in averageScore when the list is empty',
    'averageScore rounds before it sums',
  ),
  other('reliability', 'Dates are parsed in local time', 'Dates before 1970 are rejected'),
  other('testing', 'Snapshot test for the header was deleted', 'Snapshot test for the footer was deleted'),
  other('quality', 'Deeply nested conditionals in resolveRoute', 'resolveRoute mutates its argument'),
  other(
    'breaking-change',
    'Default export renamed from createClient to makeClient',
    'createClient now requires a region',
  ),
  other('design', 'Retry policy lives in three places', 'Retry policy ignores idempotency'),
  // Written before they were first measured, against the threshold and vocabulary as they stood.
  same(
    'security',
    'The webhook signature is never verified before the payload is processed',
    'Webhook payloads are handled without verifying their signature',
  ),
  same(
    'security',
    '`unzip` writes entries outside the target folder (zip slip)',
    'Zip slip: an archive entry with ../ is written outside the target folder by unzip',
  ),
  same(
    'security',
    'Stack traces are sent to the client in production',
    'In production the error handler returns the stack trace to clients',
  ),
  same(
    'security',
    'Admin route /users/export has no authorization check',
    'Missing authorization on the /users/export admin route',
  ),
  same(
    'security',
    'Temporary file is created with a predictable name in /tmp',
    'Predictable temporary file name under /tmp',
  ),
  same(
    'security',
    'The regular expression in isEmail backtracks exponentially (ReDoS)',
    'isEmail uses a regex vulnerable to ReDoS',
  ),
  same(
    'security',
    'Secrets are read from the environment and printed in debug output',
    'Debug output prints secrets from the environment',
  ),
  same(
    'security',
    'deepMerge copies __proto__ from user input (prototype pollution)',
    'Prototype pollution through deepMerge: __proto__ keys from input are merged',
  ),
  same(
    'reliability',
    'Two workers can claim the same job because select and update are not atomic',
    'Race condition: the same job may be claimed by two workers, since claiming is not atomic',
  ),
  same(
    'reliability',
    'loadSettings crashes with a TypeError when the file has no `theme` key',
    'A settings file without `theme` makes loadSettings throw a TypeError',
  ),
  same(
    'reliability',
    'The off-by-one in chunk() loses the last element',
    'chunk() drops the final element (off by one)',
  ),
  same(
    'reliability',
    'Partial writes are left behind when the disk is full',
    'When the disk runs full, a partially written file stays behind',
  ),
  same(
    'reliability',
    'The WebSocket does not reconnect after the connection drops',
    'No reconnect after the WebSocket connection is lost',
  ),
  same(
    'reliability',
    'Integer overflow in totalCents for large orders',
    'totalCents overflows when orders are large',
  ),
  same(
    'reliability',
    'An unhandled rejection in sendMail takes the process down',
    'sendMail can reject without a handler, which kills the process',
  ),
  same(
    'testing',
    'The happy path is tested, but not what happens when the upload is interrupted',
    'No test covers an interrupted upload',
  ),
  same('testing', 'Tests for the scheduler sleep for real seconds', 'The scheduler tests use real sleeps'),
  same(
    'testing',
    'expect(true).toBe(true) in the cart test proves nothing',
    'The cart test only asserts expect(true).toBe(true)',
  ),
  same(
    'quality',
    'buildReport does parsing, formatting and IO in one function',
    'buildReport has too many responsibilities: it parses, formats and does IO',
  ),
  same(
    'quality',
    'The comment above normalizePath no longer describes what it does',
    'Outdated comment on normalizePath',
  ),
  same(
    'consistency',
    'This module uses callbacks while the rest of the code uses promises',
    'Callbacks are used here, promises everywhere else',
  ),
  same(
    'design',
    'The plan assumes that every tenant fits on one database',
    'One database for all tenants is assumed by the plan',
  ),
  same(
    'scalability',
    'Every keystroke sends a search request; there is no debounce',
    'Search requests are sent on every keystroke without debouncing',
  ),
  same(
    'breaking-change',
    'GET /items answers 204 instead of 404 for an unknown id',
    'For an unknown id, GET /items now returns 204 where it used to return 404',
  ),
  same(
    'dependency',
    'lodash is imported whole for one call of debounce',
    'The whole of lodash is pulled in only for debounce',
  ),
  other(
    'security',
    'The webhook signature is never verified before the payload is processed',
    'The webhook secret is stored in the repository',
  ),
  other(
    'security',
    'Admin route /users/export has no authorization check',
    'Admin route /users/import has no authorization check',
  ),
  other(
    'security',
    'Stack traces are sent to the client in production',
    'Requests are logged with their cookies in production',
  ),
  other(
    'security',
    'Temporary file is created with a predictable name in /tmp',
    'Temporary file is world-readable',
  ),
  other(
    'security',
    'deepMerge copies __proto__ from user input (prototype pollution)',
    'deepMerge recurses without a depth limit on user input',
  ),
  other(
    'reliability',
    'Two workers can claim the same job because select and update are not atomic',
    'A worker that dies keeps its job claimed for ever',
  ),
  other(
    'reliability',
    'loadSettings crashes with a TypeError when the file has no `theme` key',
    'loadSettings caches the file and never reads it again',
  ),
  other(
    'reliability',
    'The off-by-one in chunk() loses the last element',
    'chunk() never ends when the size is negative',
  ),
  other(
    'reliability',
    'The WebSocket does not reconnect after the connection drops',
    'Messages that arrive before the WebSocket is open are lost',
  ),
  other('reliability', 'Integer overflow in totalCents for large orders', 'totalCents mixes currencies'),
  other(
    'reliability',
    'An unhandled rejection in sendMail takes the process down',
    'sendMail sends the message again when the answer is slow',
  ),
  other(
    'reliability',
    'Partial writes are left behind when the disk is full',
    'The lock file is left behind after a crash',
  ),
  other('testing', 'No test covers an interrupted upload', 'No test covers an empty upload'),
  other(
    'testing',
    'Tests for the scheduler sleep for real seconds',
    'Tests for the scheduler share one database',
  ),
  other(
    'quality',
    'buildReport does parsing, formatting and IO in one function',
    'buildReport is never called',
  ),
  other(
    'quality',
    'The comment above normalizePath no longer describes what it does',
    'normalizePath reimplements path.normalize',
  ),
  other(
    'consistency',
    'This module uses callbacks while the rest of the code uses promises',
    'This module uses tabs while the rest of the code uses spaces',
  ),
  other(
    'design',
    'The plan assumes that every tenant fits on one database',
    'The plan does not say how a tenant is deleted',
  ),
  other(
    'scalability',
    'Every keystroke sends a search request; there is no debounce',
    'Search loads the full index for each request',
  ),
  other(
    'breaking-change',
    'GET /items answers 204 instead of 404 for an unknown id',
    'GET /items no longer sorts by date',
  ),
  other(
    'dependency',
    'lodash is imported whole for one call of debounce',
    'lodash is two major versions behind',
  ),
  other(
    'documentation',
    'The example in the README does not compile',
    'The README has no example for the new option',
  ),
]
