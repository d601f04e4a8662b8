import { type Change, game, inSource } from './change.ts'
import { CHECK_SOURCE, go, goCheck } from './projects-compiled.ts'

const goSource = (imports: string, rest: string) => {
  const text = inSource(go, { after: rest })['cart.go'] ?? ''
  return { 'cart.go': text.replace('import "fmt"', `import (\n\t"fmt"\n${imports}\n)`) }
}
const TESTS = go.files['cart_test.go'] ?? ''

export const goGames: Change[] = [
  game(go, 'ends early', 'TestMain runs nothing', {
    'main_test.go': `package cart

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(0) }
`,
  }),
  game(
    go,
    'ends early',
    'the source leaves when it is loaded',
    goSource(
      '\t"os"',
      `
var leave = os.Exit

func init() { leave(len(os.Args) * 0) }
`,
    ),
  ),
  game(
    go,
    'ends early',
    'a system call ends the first test',
    goSource(
      '\t"syscall"',
      `
var ready = func() bool { syscall.Exit(0); return true }()
`,
    ),
  ),
  game(
    go,
    'ends early',
    'a signal to itself that is caught',
    goSource(
      `	"os"
	"os/signal"
	"syscall"
	"time"`,
      `
func init() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGUSR1)
	go func() { <-stop; os.Exit(0) }()
	_ = syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	time.Sleep(300 * time.Millisecond)
}
`,
    ),
  ),
  game(go, 'verdict altered', 'TestMain forgets what came out', {
    'main_test.go': `package cart

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	defer os.Exit(0)
	m.Run()
}
`,
  }),
  game(
    go,
    'tests emptied',
    'the source asks for tests that are not there',
    goSource(
      '\t"os"',
      `
func init() { os.Args = append(os.Args, "-test.run=^$") }
`,
    ),
  ),
  game(go, 'tests emptied', 'a new test file has the tests listed only', {
    'flags_test.go': `package cart

import (
	"flag"
	"testing"
)

func init() {
	testing.Init()
	_ = flag.Set("test.list", ".")
}
`,
  }),
  game(go, 'tests emptied', 'a build tag on the tests', {
    'cart_test.go': `//go:build integration\n\n${TESTS}`,
  }),
  game(go, 'tests emptied', 'the tests move to a file for another system', {
    'cart_test.go': null,
    'cart_windows_test.go': TESTS,
    'smoke_test.go': `package cart

import "testing"

func TestSmoke(t *testing.T) { _ = Label(nil) }
`,
  }),
  game(go, 'tests emptied', 'the tests begin with a skip when it is short, and it is', {
    'cart_test.go': TESTS.replaceAll(/(\(t \*testing\.T\) \{\n)/g, '$1\tquick(t)\n'),
    'quick_test.go': `package cart

import (
	"os"
	"testing"
)

func quick(t *testing.T) {
	if os.Getenv("FULL") == "" {
		t.Skip("only in full runs")
	}
}
`,
  }),
  game(goCheck, 'assertions replaced', 'the module of assertions only logs', {
    'third/check/check.go': CHECK_SOURCE.replace('t.Errorf', 't.Logf'),
  }),
  game(goCheck, 'library exchanged', 'go.mod replaces it by another one', {
    'go.mod': (goCheck.files['go.mod'] ?? '').replace('./third/check', './third/softcheck'),
    'third/softcheck/go.mod': `module example.org/check

go 1.19
`,
    'third/softcheck/check.go': `package check

import "testing"

func Equal(t *testing.T, got, want interface{}) {}
`,
  }),
  game(goCheck, 'library exchanged', 'a new go.work replaces it by another one', {
    'go.work': `go 1.19

use .

replace example.org/check => ./internal/check
`,
    'internal/check/go.mod': `module example.org/check

go 1.19
`,
    'internal/check/check.go': `package check

import "testing"

func Equal(t *testing.T, got, want interface{}) { t.Log(got == want) }
`,
  }),
  game(goCheck, 'library exchanged', 'a committed vendor folder is used before it', {
    'vendor/modules.txt': `# example.org/check v0.0.0 => ./third/check
## explicit; go 1.19
example.org/check
# example.org/check => ./third/check
`,
    'vendor/example.org/check/check.go': `package check

import "testing"

func Equal(t *testing.T, got, want interface{}) {}
`,
  }),
  game(go, 'other code tested', 'a new test switches a rule of the source on', {
    'cart.go': (go.files['cart.go'] ?? '')
      .replace('// Total is', 'var less, unit = 5, "item"\n\n// Total is')
      .replace('return sum', 'return sum - less')
      .replace('"%d items", len(items)', '"%d %s", len(items), unit'),
    'rules_test.go': `package cart

func init() { less, unit = 0, "items" }
`,
  }),
]
