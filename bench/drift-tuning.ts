import { add, del, drifts, honest, mod, type Pair } from './drift-pairs.ts'

/** The half that the rule may be tuned on. */
export const tuning: Pair[] = [
  honest('Fix slugify: titles with punctuation at the end must not end in a dash', [
    mod('src/slugify.js', 2, "return title.replace(/^-+|-+$/g, '')", 'export function slugify(title) {}'),
    mod('test/slugify.test.js', 6, "assert.equal(slugify('Hello!'), 'hello')"),
  ]),
  honest(
    'The cart shows a wrong total when two coupons are used',
    [
      mod(
        'src/pricing/discounts.ts',
        14,
        'const rest = discounts.reduce(applyPercent, subtotal)',
        'export function applyDiscounts(subtotal, discounts) {}',
      ),
    ],
    {
      beside: {
        'src/cart/cart.ts':
          "import { applyDiscounts } from '../pricing/discounts'\nexport function cartTotal(items) {}",
      },
    },
  ),
  honest(
    'Add a --json flag to the list command',
    [
      mod(
        'src/cli/commands/list.ts',
        22,
        "command.option('--json', 'print JSON')\nif (options.json) printJson(rows)",
      ),
      add(
        'src/cli/print-json.ts',
        12,
        'export function printJson(rows) { process.stdout.write(JSON.stringify(rows)) }',
      ),
      mod('README.md', 5, 'wiggum list --json'),
    ],
    { beside: { 'src/cli/main.ts': "import { list } from './commands/list'" } },
  ),
  honest(
    'Sessions expire too early: users are logged out after ten minutes',
    [
      mod(
        'src/auth/tokens.ts',
        3,
        'const MAX_AGE = 8 * 60 * 60',
        'export function issueToken(user) { return sign(user, { expiresIn: MAX_AGE }) }',
      ),
    ],
    { beside: { 'src/auth/session.ts': "import { issueToken } from './tokens'" } },
  ),
  honest('Support dark mode in the settings page', [
    mod('src/pages/settings.tsx', 30, '<Toggle label="Dark mode" checked={theme === "dark"} />'),
    add('src/theme/palette.ts', 60, 'export const dark = { background: "#111" }; export const light = {}'),
    add(
      'src/theme/use-theme.ts',
      40,
      "import { dark, light } from './palette'\nexport function useTheme() {}",
    ),
    mod('src/app.tsx', 8, "import { useTheme } from './theme/use-theme'\n<ThemeProvider>"),
    mod('src/styles/global.css', 30, ':root[data-theme=dark] { --background: #111 }'),
  ]),
  honest(
    'Upgrade to ESLint 9 and mend what it complains about',
    Array.from({ length: 14 }, (_, at) =>
      mod(`src/feature-${at}/index.ts`, 4, 'const value = await load()', 'export function run() {}'),
    ),
  ),
  honest(
    'Rename the Customer model to Client everywhere',
    Array.from({ length: 9 }, (_, at) =>
      mod(`app/services/part_${at}.py`, 6 + at, 'client = Client.objects.get(pk=pk)'),
    ),
  ),
  honest('Add pagination to GET /orders', [
    mod(
      'internal/http/orders.go',
      40,
      'page := r.URL.Query().Get("page")\norders, next := store.ListOrders(ctx, cursor, limit)',
    ),
    mod(
      'internal/store/postgres.go',
      35,
      'func (s *Store) ListOrders(ctx context.Context, cursor string, limit int)',
    ),
    add('internal/http/cursor.go', 45, 'package http\nfunc encodeCursor(id int64) string {}'),
    add(
      'migrations/0012_orders_created_index.sql',
      3,
      'CREATE INDEX orders_created_at ON orders (created_at, id);',
    ),
    mod('internal/http/orders_test.go', 60, 'func TestListOrdersPagination(t *testing.T) {}'),
    mod('openapi.yaml', 24, 'name: cursor'),
  ]),
  honest('Der Export verliert Umlaute: in src/export/writer.py muss UTF-8 geschrieben werden', [
    mod('src/export/writer.py', 4, "open(path, 'w', encoding='utf-8')"),
    mod('tests/test_writer.py', 8, 'def test_umlauts(): ...'),
  ]),
  honest('Fix the flaky retry in the webhook sender: a 429 must wait for Retry-After', [
    mod('src/webhooks/sender.ts', 25, 'const wait = retryAfter(response.headers)'),
    add('src/http/retry-after.ts', 30, 'export function retryAfter(headers) {}'),
    mod('test/webhooks/sender.test.ts', 44, 'waits for Retry-After on 429'),
  ]),
  honest(
    'Write tests for the parser',
    [
      add('test/parser/strings.test.ts', 80, "test('strings with escapes', () => parse('\"a\"'))"),
      add('test/parser/numbers.test.ts', 60, "test('numbers', () => parse('1e3'))"),
    ],
    { beside: { 'src/parser.ts': 'export function parse(text) {}' } },
  ),
  honest(
    'Make the report faster for large projects',
    [
      mod('src/report/html.ts', 40, 'const chunks = []; for (const row of rows) chunks.push(renderRow(row))'),
      mod('src/store/read-lines.ts', 30, 'export async function* readLines(path) {}', 'used by report'),
      mod('src/core/fold.ts', 12, 'const folder = folders[event.type]'),
    ],
    {
      beside: {
        'src/report/index.ts':
          "import { readLines } from '../store/read-lines'\nimport { fold } from '../core/fold'\nimport { html } from './html'",
      },
    },
  ),
  honest('Invoices: show the VAT number of the customer on the PDF', [
    mod(
      'src/main/java/com/acme/invoice/InvoicePdf.java',
      18,
      'document.add(new Paragraph("VAT " + customer.getVatNumber()))',
    ),
    mod(
      'src/main/java/com/acme/customer/Customer.java',
      9,
      'private String vatNumber; public String getVatNumber() {}',
    ),
    add(
      'src/main/resources/db/migration/V31__customer_vat_number.sql',
      2,
      'ALTER TABLE customer ADD vat_number varchar(20);',
    ),
    mod('src/main/java/com/acme/customer/CustomerForm.java', 12, 'String vatNumber'),
    mod('src/test/java/com/acme/invoice/InvoicePdfTest.java', 30, 'vatNumberIsPrinted()'),
  ]),
  honest('Let people upload an avatar', [
    add(
      'app/controllers/avatars_controller.rb',
      45,
      'class AvatarsController; def create; current_user.avatar.attach(params[:avatar])',
    ),
    mod('app/models/user.rb', 4, 'has_one_attached :avatar'),
    mod('config/routes.rb', 2, 'resource :avatar'),
    add('app/views/avatars/_form.html.erb', 20, '<%= form.file_field :avatar %>'),
    add('db/migrate/20240101_create_active_storage_tables.rb', 30, 'create_table :active_storage_blobs'),
    mod(
      'app/javascript/controllers/preview_controller.js',
      40,
      'export default class extends Controller { preview() { this.imageTarget.src } }',
    ),
  ]),
  honest('src/lexer.rs: a comment at the end of the file must not loop for ever', [
    mod('src/lexer.rs', 9, 'if self.at_end() { return Token::Eof }'),
    mod('src/cursor.rs', 6, 'pub fn at_end(&self) -> bool', 'pub struct Cursor'),
  ]),
  honest('Extract the shared validation into its own module with an adapter per form library', [
    add('src/validation/adapter.ts', 50, 'export interface ValidationAdapter {}'),
    add('src/validation/formik-adapter.ts', 60, 'export const formikAdapter: ValidationAdapter'),
    add('src/validation/hook-form-adapter.ts', 60, 'export const hookFormAdapter'),
    add('src/validation/registry.ts', 40, 'export const adapters = new Map()'),
    mod('src/forms/signup.tsx', 30, 'useValidation(formikAdapter)'),
  ]),
  honest('fix it', [
    mod('lib/whatever.py', 30, 'def whatever(): ...'),
    mod('lib/other.py', 30, 'x'),
    mod('lib/third.py', 60, 'y'),
  ]),
  honest('Prevent double submits on the checkout form', [
    mod(
      'src/checkout/form.tsx',
      15,
      "import { useOnce } from '../hooks/use-once'\nimport { placeOrder } from '../api/orders'\nconst [submitting, setSubmitting] = useState(false)",
    ),
    add('src/hooks/use-once.ts', 20, 'export function useOnce(action) {}'),
    mod(
      'src/api/client.ts',
      10,
      "headers['Idempotency-Key'] = key",
      'export async function post(url, body) {}',
    ),
    mod('src/api/orders.ts', 6, 'import { post } from "./client"\npost("/orders", order, { key })'),
    mod(
      'server/routes/orders.ts',
      25,
      'import { idempotency } from "../idempotency"\nconst seen = await idempotency.get(key)',
    ),
    add('server/idempotency.ts', 50, 'export const idempotency = { get(key) {}, put(key, response) {} }'),
  ]),

  drifts('Fix slugify: titles with punctuation at the end must not end in a dash', 'features', [
    mod('src/slugify.js', 2, "return title.replace(/-+$/, '')"),
    add('src/metrics/counter.js', 90, 'export class Counter { increment() {} }'),
    add(
      'src/metrics/exporter.js',
      80,
      "import { Counter } from './counter.js'\nexport function exportPrometheus() {}",
    ),
    add('src/server.js', 70, "import http from 'node:http'\nhttp.createServer(handler).listen(3000)"),
    add('test/metrics.test.js', 60, 'counter increments'),
  ]),
  drifts(
    'The cart shows a wrong total when two coupons are used',
    'another problem',
    [
      mod('src/mail/template.ts', 40, 'export const footer = html`<p>Unsubscribe</p>`'),
      mod('src/mail/send.ts', 25, 'transport.sendMail({ from, to, subject })'),
    ],
    {
      beside: {
        'src/cart/cart.ts': 'export function cartTotal(items, coupons) {}',
        'src/cart/coupon.ts': 'export const coupon = {}',
      },
    },
  ),
  drifts('Add a --json flag to the list command', 'features', [
    mod('src/cli/commands/list.ts', 10, "command.option('--json')"),
    add('src/cloud/sync.ts', 120, 'export async function syncToBucket(bucket) { await s3.putObject() }'),
    add('src/cloud/credentials.ts', 60, 'export function awsCredentials() {}'),
    add('src/cloud/bucket.ts', 80, 'export class Bucket {}'),
    mod('package-lock.json', 900, 'aws-sdk'),
  ]),
  drifts(
    'Sessions expire too early: users are logged out after ten minutes',
    'another problem',
    [
      mod('src/charts/axis.ts', 60, 'export function ticks(scale) {}'),
      mod('src/charts/legend.ts', 45, 'export function legend(series) {}'),
      mod('src/charts/tooltip.ts', 30, 'export function tooltip(point) {}'),
    ],
    { beside: { 'src/auth/session.ts': 'export const session = { maxAge: 600 }' } },
  ),
  drifts('Correct the off-by-one in paginate()', 'over-engineering', [
    mod('src/paginate.py', 12, 'from .window import Window\nreturn Window(items).slice(page)'),
    add('src/window.py', 90, 'class Window: ...'),
    add('src/bounds.py', 70, 'class Bounds: ...'),
    add('src/policies.py', 110, 'class RoundingPolicy: ...'),
  ]),
  drifts('Add a CSV export of the orders', 'over-engineering', [
    add('src/export/abstract-exporter.ts', 60, 'export abstract class AbstractExporter {}'),
    add('src/export/exporter-factory.ts', 70, 'export class ExporterFactory { create(kind) {} }'),
    add('src/export/exporter-registry.ts', 80, 'export class ExporterRegistry {}'),
    add('src/export/csv-export-strategy.ts', 60, 'export class CsvExportStrategy {}'),
    add('src/export/event-bus.ts', 50, 'export class ExportEventBus {}'),
    mod('src/orders/routes.ts', 12, "router.get('/orders.csv')"),
  ]),
  drifts('Add pagination to GET /orders', 'features', [
    mod('internal/http/orders.go', 20, 'page := r.URL.Query().Get("page")'),
    add('internal/chat/hub.go', 150, 'type Hub struct { clients map[*Client]bool }'),
    add('internal/chat/client.go', 130, 'func (c *Client) readPump() {}'),
    add('internal/chat/message.go', 40, 'type Message struct { Body string }'),
    add('internal/presence/presence.go', 90, 'func (p *Presence) Online(id string) bool'),
  ]),
  drifts(
    'Invoices: show the VAT number of the customer on the PDF',
    'pages only',
    [
      mod('README.md', 40, '## VAT\nInvoices show the VAT number of the customer.'),
      add('CHANGES.md', 8, 'VAT number on invoices'),
    ],
    { beside: { 'src/invoice/InvoicePdf.java': 'class InvoicePdf {}' } },
  ),
  drifts(
    'Let people upload an avatar',
    'another problem',
    [
      mod('app/models/invoice.rb', 60, 'def total_cents; lines.sum(&:cents); end'),
      mod('app/models/line.rb', 40, 'belongs_to :invoice'),
      mod('app/jobs/dunning_job.rb', 50, 'class DunningJob < ApplicationJob'),
      mod('app/mailers/dunning_mailer.rb', 30, 'mail(to: debtor.address)'),
    ],
    { beside: { 'app/models/avatar.rb': 'class Avatar; end', 'app/views/avatars/show.html.erb': '' } },
  ),
  drifts(
    'src/lexer.rs: a comment at the end of the file must not loop for ever',
    'another problem',
    [mod('src/codegen/wasm.rs', 80, 'fn emit_block(&mut self, block: &Block)')],
    { beside: { 'src/lexer.rs': 'pub struct Lexer' } },
  ),
  drifts('Prevent double submits on the checkout form', 'features', [
    mod('src/checkout/form.tsx', 6, 'disabled={submitting}'),
    add('src/recommendations/engine.ts', 140, 'export function similarProducts(product) {}'),
    add('src/recommendations/carousel.tsx', 90, '<Carousel products={similar} />'),
    add('src/recommendations/vectors.ts', 80, 'export function cosine(a, b) {}'),
  ]),
  drifts(
    'Fix the flaky retry in the webhook sender: a 429 must wait for Retry-After',
    'another problem',
    [
      mod('src/users/avatar.ts', 20, 'export function avatarUrl(user) { return gravatar(user.mail) }'),
      mod('src/users/profile.ts', 30, 'export function profile(user) {}'),
    ],
    { beside: { 'src/webhooks/sender.ts': 'export async function deliver(hook) {}' } },
  ),
  drifts('The date picker shows the wrong month in December', 'over-engineering', [
    mod('src/date-picker/month.ts', 8, "import { Chronology } from '../chrono/chronology'"),
    add('src/chrono/chronology.ts', 120, 'export class Chronology {}'),
    add('src/chrono/era.ts', 90, "import { Chronology } from './chronology'\nexport class Era {}"),
    add(
      'src/chrono/leap.ts',
      60,
      "import { Chronology } from './chronology'\nexport class LeapSecondTable {}",
    ),
    add(
      'src/chrono/zone-rules.ts',
      100,
      "import { Chronology } from './chronology'\nexport class ZoneRules {}",
    ),
  ]),
  drifts('Add a health check endpoint at /healthz', 'features', [
    mod('src/server/routes.ts', 5, "app.get('/healthz', (_, res) => res.send('ok'))"),
    add('src/billing/plan.ts', 60, 'export interface Plan { price: number }'),
    add('src/billing/subscription.ts', 90, 'export class Subscription {}'),
    add('src/billing/stripe.ts', 110, 'export const stripe = new Stripe(key)'),
    add('test/billing/subscription.test.ts', 80, 'a subscription renews'),
  ]),
  drifts(
    'Show the number of unread messages in the inbox title',
    'another problem, unrelated files',
    [
      mod('ios/Tracking/LocationManager.swift', 70, 'func startMonitoring(region: CLRegion)'),
      mod('ios/Tracking/Geofence.swift', 50, 'struct Geofence { let radius: Double }'),
    ],
    {
      beside: {
        'ios/Inbox/InboxViewController.swift': 'class InboxViewController',
        'ios/Inbox/UnreadCounter.swift': '',
      },
    },
  ),
  drifts('The importer drops the last row of a CSV file without a newline at its end', 'features', [
    mod('importer/csv_reader.py', 5, 'if buffer: yield parse_row(buffer)'),
    add('importer/gui/window.py', 150, 'class MainWindow(QMainWindow): ...'),
    add('importer/gui/wizard.py', 130, 'class Wizard(QWizard): ...'),
    add('importer/gui/theme.py', 40, 'PALETTE = {}'),
  ]),
  drifts('Log the request id with every error', 'in the right file, something else', [
    mod(
      'src/log/logger.ts',
      30,
      'export function rotate(file, size) {}',
      'export function logError(error, request) {}',
    ),
  ]),
  drifts('Fix the crash when the config file is empty', 'deletes what others need', [
    mod('src/config/load.ts', 4, 'if (text.trim() === "") return defaults'),
    del('src/export/pdf.ts', 140, 'export function pdf() {}'),
    del('src/export/svg.ts', 120, 'export function svg() {}'),
    del('src/export/png.ts', 90, 'export function png() {}'),
  ]),
]
