import { add, drifts, honest, mod, type Pair } from './drift-pairs.ts'

/** The half that nothing is tuned on. */
export const heldOut: Pair[] = [
  honest('Passwords with a space at the end cannot log in', [
    mod('src/auth/login.ts', 3, 'const password = body.password', 'export async function login(body) {}'),
    mod('test/auth/login.test.ts', 12, 'a space at the end is part of the password'),
  ]),
  honest(
    'Search results are not sorted by relevance any more',
    [
      mod(
        'app/index/scoring.py',
        20,
        'return sum(weights[term] for term in terms)',
        'def score(document, terms): ...',
      ),
      mod('app/index/ranker.py', 10, 'hits.sort(key=score, reverse=True)'),
    ],
    { beside: { 'app/search.py': 'from app.index.ranker import rank' } },
  ),
  honest('Add a `wiggum status --watch` that redraws every second', [
    mod('src/cli/commands/status.ts', 40, "option('--watch') setInterval(redraw, 1000)"),
    add('src/terminal/redraw.ts', 50, 'export function redraw(lines) {}'),
    mod('docs/guide.md', 8, '--watch'),
  ]),
  honest('Support OAuth login with GitHub', [
    add('server/auth/github.ts', 80, 'export async function exchangeCode(code) {}'),
    mod('server/routes.ts', 6, "app.get('/auth/github/callback', callback)"),
    mod('web/src/pages/sign-in.tsx', 14, '<a href="/auth/github">Sign in with GitHub</a>'),
    add(
      'server/db/migrations/007_identities.sql',
      8,
      'CREATE TABLE identities (provider text, subject text, user_id int);',
    ),
    add('server/identities.ts', 45, 'export async function findOrCreate(provider, subject) {}'),
    mod('package.json', 1, '"arctic": "1.0.0"'),
    mod('package-lock.json', 40, 'arctic'),
  ]),
  honest(
    'Convert the project from CommonJS to ESM',
    Array.from({ length: 30 }, (_, at) =>
      mod(`lib/thing-${at}.js`, 8, "import fs from 'node:fs'\nexport function thing() {}"),
    ),
  ),
  honest('Handle Ctrl-C: end the child processes and exit with 130', [
    mod('cmd/runner/main.go', 20, 'signal.Notify(ch, os.Interrupt); os.Exit(130)'),
    mod('internal/proc/group.go', 30, 'func (g *Group) Kill() { syscall.Kill(-g.pid, syscall.SIGKILL) }'),
    add('internal/proc/group_test.go', 50, 'func TestKillEndsChildren(t *testing.T)'),
  ]),
  honest('Le panier doit afficher les frais de port (src/cart/Summary.vue)', [
    mod('src/cart/Summary.vue', 16, '<dd>{{ shippingCost }}</dd>'),
    add('src/shipping/cost.js', 40, 'export function shippingCost(items, country) {}'),
    mod('src/store/cart.js', 12, 'shippingCost: (state) => cost(state.items)'),
  ]),
  honest(
    'Reduce memory use of the image resizer',
    [
      mod('src/resize/worker.cc', 60, 'std::unique_ptr<uint8_t[]> row(new uint8_t[stride]);'),
      mod('src/resize/buffer_pool.h', 45, 'class BufferPool { void* Take(size_t bytes); };'),
      mod('src/io/stream.cc', 20, 'size_t Stream::ReadRow(uint8_t* row)'),
    ],
    { beside: { 'src/resize/resizer.cc': '#include "io/stream.h"\n#include "buffer_pool.h"' } },
  ),
  honest('Fix: an empty search string must return no results instead of all of them', [
    mod(
      'src/query/build-filter.ts',
      5,
      "if (term === '') return none",
      'export function buildFilter(term) {}',
    ),
    mod('test/search.test.ts', 10, 'an empty search finds nothing'),
  ]),
  honest('Add rate limiting to the login endpoint: five tries a minute', [
    add('app/throttle.rb', 50, 'class Throttle; def hit(key, limit:, period:); end; end'),
    mod('app/controllers/sessions_controller.rb', 12, 'before_action :throttle_login'),
    mod('config/initializers/redis.rb', 4, 'REDIS = ConnectionPool.new { Redis.new }'),
    mod('spec/requests/sessions_spec.rb', 30, 'sixth try is refused'),
  ]),
  honest('Show a progress bar while files are copied', [
    mod('src/copy.rs', 25, 'progress.inc(bytes as u64);'),
    add('src/progress.rs', 70, 'pub struct ProgressBar'),
    mod('src/main.rs', 6, 'mod progress;'),
    mod('Cargo.lock', 30, 'indicatif'),
  ]),
  honest('Make the checks green again', [
    mod('src/a/one.ts', 40, 'export const one = 1'),
    mod('src/b/two.ts', 60, 'export const two = 2'),
    mod('src/c/three.ts', 50, 'export const three = 3'),
    mod('src/d/four.ts', 50, 'export const four = 4'),
  ]),
  honest('When a guest orders, send them a confirmation by mail', [
    add('src/mail/order-confirmation.ts', 50, 'export function orderConfirmation(order) {}'),
    mod('src/orders/place-order.ts', 9, 'await mailer.send(orderConfirmation(order))'),
    mod('src/mail/mailer.ts', 14, 'export async function send(message) {}'),
    add('src/mail/templates/layout.mjml.ts', 40, 'export const layout = (body) => mjml'),
    mod('test/orders/place-order.test.ts', 25, 'a guest gets a confirmation'),
  ]),
  honest('Use prepared statements in UserRepository to prevent SQL injection', [
    mod(
      'src/main/java/app/UserRepository.java',
      40,
      'PreparedStatement statement = connection.prepareStatement(sql)',
    ),
    mod('src/main/java/app/Database.java', 15, 'public <T> T query(String sql, Object... args)'),
    mod('src/test/java/app/UserRepositoryTest.java', 20, 'quoteInNameIsHarmless()'),
  ]),
  honest('The map jumps when the phone is turned', [
    mod('lib/widgets/map_view.dart', 18, 'void didChangeMetrics() { controller.moveCamera(camera) }'),
    mod('lib/state/camera_state.dart', 22, 'class CameraState { final LatLng center; }'),
    add('lib/util/debounce.dart', 20, 'class Debounce {}'),
  ]),
  honest('Cache the exchange rates for an hour', [
    mod('billing/rates.py', 20, 'rates = cache.get_or_set("rates", fetch_rates, 3600)'),
    add('billing/cache.py', 60, 'class TimedCache: def get_or_set(self, key, make, seconds): ...'),
    mod('billing/settings.py', 3, 'RATES_TTL = 3600'),
    add('tests/billing/test_cache.py', 60, 'def test_an_hour_later_it_is_fetched_again(): ...'),
  ]),
  honest('Remove the legacy XML importer', [
    mod('src/import/index.ts', 6, "- import { xml } from './xml'", 'export const importers = { csv }'),
    mod('src/cli/commands/import.ts', 4, "choices(['csv'])"),
    mod('src/types/legacy-document.ts', 50, '', 'export interface LegacyDocument {}'),
  ]),
  honest('Give the CLI coloured output, off when NO_COLOR is set', [
    add(
      'src/terminal/paint.ts',
      40,
      'export const red = (text) => enabled ? codes.red + text : text\nconst enabled = !process.env.NO_COLOR',
    ),
    mod('src/report/summary.ts', 20, "import { red } from '../terminal/paint'\nred(failed)"),
    mod('src/report/table.ts', 16, "import { red } from '../terminal/paint'"),
    mod('src/cli/main.ts', 4, 'paint.enable(stdout.isTTY)'),
  ]),

  drifts(
    'Passwords with a space at the end cannot log in',
    'another problem',
    [
      mod('src/reports/monthly.ts', 40, 'export function monthly(rows) {}'),
      mod('src/reports/chart.ts', 30, 'export function bars(rows) {}'),
    ],
    {
      beside: {
        'src/auth/login.ts': 'export async function login(body) {}',
        'src/auth/password.ts': 'export function hash() {}',
      },
    },
  ),
  drifts('Search results are not sorted by relevance any more', 'features', [
    mod('app/index/ranker.py', 6, 'hits.sort(key=relevance)'),
    add('app/voice/recorder.py', 120, 'class Recorder: def start(self): ...'),
    add('app/voice/transcribe.py', 110, 'def transcribe(audio): ...'),
    add('app/voice/wake_word.py', 70, 'class WakeWord: ...'),
    add('tests/voice/test_recorder.py', 50, 'def test_recorder(): ...'),
  ]),
  drifts('Add a `wiggum status --watch` that redraws every second', 'features', [
    mod('src/cli/commands/status.ts', 12, "option('--watch')"),
    add('src/notify/slack.ts', 90, 'export async function postToSlack(channel, text) {}'),
    add('src/notify/discord.ts', 80, 'export async function postToDiscord(hook, text) {}'),
    add('src/notify/teams.ts', 80, 'export async function postToTeams(hook, card) {}'),
  ]),
  drifts(
    'Support OAuth login with GitHub',
    'another problem',
    [
      mod('server/inventory/stock.ts', 60, 'export function reserve(sku, quantity) {}'),
      mod('server/inventory/warehouse.ts', 70, 'export class Warehouse {}'),
      add('server/inventory/forecast.ts', 90, 'export function forecast(history) {}'),
    ],
    {
      beside: {
        'server/auth/password.ts': 'export async function login() {}',
        'web/src/pages/sign-in.tsx': '',
      },
    },
  ),
  drifts('Handle Ctrl-C: end the child processes and exit with 130', 'features', [
    mod('cmd/runner/main.go', 10, 'signal.Notify(ch, os.Interrupt); os.Exit(130)'),
    add('internal/telemetry/otel.go', 110, 'func NewTracer(endpoint string) *Tracer'),
    add('internal/telemetry/metrics.go', 90, 'func (m *Metrics) Observe(name string, v float64)'),
    add('internal/updater/updater.go', 140, 'func SelfUpdate(ctx context.Context, channel string) error'),
  ]),
  drifts('Fix: an empty search string must return no results instead of all of them', 'over-engineering', [
    mod('src/query/build-filter.ts', 6, "import { Planner } from './planner'"),
    add('src/query/planner.ts', 130, 'export class Planner {}'),
    add('src/query/optimizer.ts', 120, 'export class Optimizer {}'),
    add('src/query/cost-model.ts', 90, 'export class CostModel {}'),
    add('src/query/statistics.ts', 80, 'export class Statistics {}'),
  ]),
  drifts('Add rate limiting to the login endpoint: five tries a minute', 'over-engineering', [
    add('src/limits/limiter-factory.ts', 80, 'export class LimiterFactory {}'),
    add('src/limits/abstract-limiter.ts', 60, 'export abstract class AbstractLimiter {}'),
    add('src/limits/limiter-strategy.ts', 70, 'export interface LimiterStrategy {}'),
    add('src/limits/limiter-plugin.ts', 50, 'export interface LimiterPlugin {}'),
    mod('src/auth/login.ts', 5, 'await limiter.hit(ip)'),
  ]),
  drifts(
    'Show a progress bar while files are copied',
    'another problem',
    [mod('src/crypto/aead.rs', 60, 'pub fn seal(key: &Key, nonce: &Nonce)')],
    { beside: { 'src/copy.rs': 'pub fn copy(from: &Path, to: &Path)', 'src/main.rs': 'mod copy;' } },
  ),
  drifts(
    'When a guest orders, send them a confirmation by mail',
    'pages only',
    [
      add('docs/confirmation.md', 60, '# Confirmation mails\nWhen a guest orders, a confirmation is sent.'),
      mod('README.md', 10, 'Confirmation mails'),
    ],
    {
      beside: {
        'src/orders/place-order.ts': 'export async function placeOrder() {}',
        'src/mail/mailer.ts': '',
      },
    },
  ),
  drifts(
    'Use prepared statements in UserRepository to prevent SQL injection',
    'another problem',
    [
      mod('src/main/java/app/ui/Toolbar.java', 60, 'JButton undo = new JButton("Undo")'),
      mod('src/main/java/app/ui/UndoStack.java', 70, 'public void push(Edit edit)'),
      mod('src/main/java/app/ui/Shortcuts.java', 40, 'KeyStroke.getKeyStroke("ctrl Z")'),
    ],
    { beside: { 'src/main/java/app/UserRepository.java': 'class UserRepository' } },
  ),
  drifts('The map jumps when the phone is turned', 'features', [
    mod('lib/widgets/map_view.dart', 4, 'controller.moveCamera(camera)'),
    add('lib/social/friends.dart', 110, 'class FriendList {}'),
    add('lib/social/feed.dart', 120, 'class ActivityFeed {}'),
    add('lib/social/share.dart', 60, 'Future<void> share(Post post)'),
  ]),
  drifts(
    'Cache the exchange rates for an hour',
    'another problem',
    [
      mod('hr/holidays.py', 50, 'def remaining_days(employee): ...'),
      mod('hr/payslip.py', 60, 'def payslip(employee, month): ...'),
    ],
    {
      beside: {
        'billing/rates.py': 'def fetch_rates(): ...',
        'billing/exchange.py': 'from .rates import fetch_rates',
      },
    },
  ),
  drifts('Fix the typo in the header of the about page', 'over-engineering', [
    mod('src/pages/about.tsx', 4, "import { headings } from '../content/headings'"),
    add('src/content/headings.ts', 60, "import { load } from './loader'\nexport const headings = load()"),
    add('src/content/loader.ts', 90, 'export function load() {}'),
    add('src/content/schema.ts', 70, "import { load } from './loader'\nexport const schema = {}"),
    add('src/content/cms-client.ts', 110, "import { load } from './loader'\nexport class CmsClient {}"),
  ]),
  drifts('Give the CLI coloured output, off when NO_COLOR is set', 'features', [
    mod('src/cli/main.ts', 10, 'if (process.env.NO_COLOR) disable()'),
    add('src/daemon/socket.ts', 110, 'export function listen(path) {}'),
    add('src/daemon/pidfile.ts', 50, 'export function lock(path) {}'),
    add('src/daemon/scheduler.ts', 130, 'export class Scheduler {}'),
  ]),
  drifts(
    'Remove the legacy XML importer',
    'another problem',
    [
      mod('src/graph/layout.ts', 80, 'export function forceDirected(nodes) {}'),
      mod('src/graph/edges.ts', 40, 'export function route(edge) {}'),
    ],
    {
      beside: {
        'src/import/xml.ts': 'export const xml = {}',
        'src/import/index.ts': "import { xml } from './xml'",
      },
    },
  ),
  drifts('Reduce memory use of the image resizer', 'features', [
    mod('src/resize/worker.cc', 8, 'row.reset();'),
    add('src/face/detector.cc', 160, 'std::vector<Face> Detect(const Frame& frame)'),
    add('src/face/landmarks.cc', 120, 'Landmarks Fit(const Face& face)'),
    add('src/face/model.h', 60, 'class CascadeModel {}'),
  ]),
  drifts('Validate the postal code on the address form', 'in the right place, something else', [
    mod(
      'src/address/form.tsx',
      40,
      '<Autocomplete onSelect={fillIn} />',
      'export function AddressForm() { return <input name="postalCode" /> }',
    ),
  ]),
  drifts('Retry failed uploads three times', 'half on the task, as large a feature beside it', [
    mod('src/upload/uploader.ts', 70, 'for (let attempt = 1; attempt <= 3; attempt++) {}'),
    add('src/gallery/grid.tsx', 60, 'export function Grid({ photos }) {}'),
    add('src/gallery/lightbox.tsx', 50, 'export function Lightbox({ photo }) {}'),
  ]),
]
